import { zoneOf } from '#shared/base/time-zones.ts';
import { useOutletQuery } from '../api/api-slice.ts';

/** The time zone of an outlet, whose times are shown as its own clocks tell them. */
export function useZone(outletId: string): string {
  return zoneOf(useOutletQuery(outletId, { skip: outletId === '' }).data);
}
