/** Times in a time zone; in the computer's own if none is given. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** `2026-11-21` */
export function localDay(time: string | number, zone?: string): string {
  return new Date(localMs(time, zone)).toISOString().slice(0, 10);
}

/** `2026-10-25T01:30:05+01:00`; the offset tells apart the two hours of the night when clocks go back. */
export function localTime(time: string | number, zone?: string): string {
  const clock = new Date(localMs(time, zone)).toISOString().slice(0, 19);
  const offset = Math.round(offsetMs(time, zone) / MINUTE_MS);
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${clock}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}

/**
 * The start of the clock's hour that a time is in, in Unix ms; NaN if the time is unknown. When clocks go back, two
 * hours have the same name and different starts; an hour in which clocks change begins with the change.
 */
export function hourStart(time: string | number, zone?: string): number {
  const at = new Date(time).getTime();
  if (Number.isNaN(at)) return at;
  const offset = offsetMs(at, zone);
  const start = at - (localMs(at, zone) % HOUR_MS);
  if (offsetMs(start, zone) === offset) return start;
  let changed = at - (at % MINUTE_MS);
  while (offsetMs(changed - MINUTE_MS, zone) === offset) changed -= MINUTE_MS;
  return changed;
}

/** What the clocks show, as if it were UTC. */
export function localMs(time: string | number, zone?: string): number {
  const at = new Date(time).getTime();
  return at + offsetMs(at, zone);
}

/** How far the clocks are ahead of UTC. */
function offsetMs(time: string | number, zone?: string): number {
  const at = new Date(time);
  if (zone === undefined) return 0 - at.getTimezoneOffset() * MINUTE_MS;
  const shown: Record<string, number> = {};
  for (const { type, value } of clockOf(zone).formatToParts(at)) shown[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  const seconds = Math.floor(at.getTime() / 1000) * 1000;
  return Date.UTC(year, month - 1, day, hour, minute, second) - seconds;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Each is made once: that takes longer than all its later uses. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const made =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  clocks.set(zone, made);
  return made;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
