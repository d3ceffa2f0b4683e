/**
 * How far an order's lines have come at a station: a screen that shows them has them, rang for them, somebody opened or
 * acted on the order there; their ticket is printed.
 */
export const stationStages = ['received', 'alerted', 'seen', 'printed'] as const;
export type StationStage = (typeof stationStages)[number];
