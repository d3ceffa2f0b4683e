import type { Order } from '#shared/api/orders.ts';
import { record, text, textOrNull } from '#shared/base/loose-json.ts';
import { stationStages } from '#shared/base/station-stages.ts';
import { timeOrNull } from './loose-values.ts';

/** None for what this app does not know; other servers leave all of it out. */
export function readStationTimes(value: unknown): Pick<Order, 'stationTimes'> {
  if (!Array.isArray(value)) return {};
  const stationTimes = value.map(record).flatMap(({ stationId, stage, at, on }) => {
    const known = stationStages.find((one) => one === stage);
    const time = timeOrNull(at);
    return known && time ? [{ stationId: text(stationId), stage: known, at: time, on: textOrNull(on) }] : [];
  });
  return { stationTimes };
}
