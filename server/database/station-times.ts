import type { StationTime } from '#shared/api/order-times.ts';
import { stationStages } from '#shared/base/station-stages.ts';

/** As they are stored, by `stage station`. */
export type StationTimes = Record<string, { at: string; on: string | null }>;

/** Earliest first. */
export const stationTimesOf = (stored: StationTimes): StationTime[] =>
  Object.entries(stored)
    .flatMap(([key, time]): StationTime[] => {
      const [said, stationId] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];
      const stage = stationStages.find((one) => one === said);
      return stage ? [{ stationId, stage, ...time }] : [];
    })
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
