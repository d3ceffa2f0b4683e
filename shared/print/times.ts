import { UNKNOWN } from '../base/unknown.ts';

const clock = { hour: '2-digit', minute: '2-digit' } as const;
const day = { day: '2-digit', month: 'short', year: 'numeric', ...clock } as const;

/** `17:30`, in the outlet's time zone, or else the computer's own. */
export const printedClock = (time: string | number, zone?: string): string => format(clock, time, zone);
/** `21 Nov 2026, 17:30` */
export const printedTime = (time: string | number, zone?: string): string => format(day, time, zone);

const made = new Map<string, Intl.DateTimeFormat>();

/** A dash if the time is unknown. */
function format(how: typeof clock | typeof day, time: string | number, zone?: string): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return UNKNOWN;
  const key = `${how === day} ${zone}`;
  const known = made.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...how, timeZone: zone });
  made.set(key, known);
  return known.format(at);
}
