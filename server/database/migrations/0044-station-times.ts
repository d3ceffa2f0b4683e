/**
 * How far an order has come at each station: the first time of each stage, by `stage station`, as `{at, on}`; `on` is
 * the screen or the printer. Null where the outlet has no stations.
 */
export const stationTimes = `
alter table orders add column station_times jsonb;
`;
