import { localDay } from './local-time.ts';

/** `19:42` by the outlet's clocks, which are those on its wall; of another day than now `Sat 19:42`. */
export function timeOnWall(time: string, zone: string, now = Date.now()): string {
  const isToday = localDay(time, zone) === localDay(now, zone);
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    ...(!isToday && { weekday: 'short' }),
  }).format(new Date(time));
}
