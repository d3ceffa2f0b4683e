import { localDay } from '#shared/base/local-time.ts';
import { UNKNOWN } from '#shared/base/unknown.ts';

const formats = {
  clock: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  when: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  whenOfYear: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  },
  day: { day: 'numeric', month: 'short' },
  dayOfYear: { day: 'numeric', month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
  date: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  longDate: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  numericDate: { day: 'numeric', month: 'numeric', year: 'numeric' },
  hour: { hour: '2-digit', minute: '2-digit' },
  hourOfZone: { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Each format is made at its first use: that takes longer than all its later uses. */
const made = new Map<string, Intl.DateTimeFormat>();

/** A dash if the time is unknown. */
function format(name: keyof typeof formats, time: string | Date, zone?: string): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return UNKNOWN;
  const key = `${name} ${zone}`;
  const known = made.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...formats[name], timeZone: zone });
  made.set(key, known);
  return known.format(at);
}

/** HH:MM:ss. All times are in the given time zone: an outlet's, or else the computer's own. */
export const formatClock = (time: string, zone?: string): string => format('clock', time, zone);

/** `Sat, 21 Nov, 17:30`; `Sat, 22 Nov 2025, 17:30` for another year. */
export const formatWhen = (time: string, zone?: string): string =>
  format(isThisYear(time, zone) ? 'when' : 'whenOfYear', time, zone);

/** `21 Nov`; with its year if that is not the current one. */
export const formatDay = (time: string, zone?: string): string =>
  format(isThisYear(time, zone) ? 'day' : 'dayOfYear', time, zone);

/** `Sat, 21 Nov 2026` */
export const formatDate = (time: string, zone?: string): string => format('date', time, zone);

/** `Saturday, 21 November 2026` */
export const formatLongDate = (time: string, zone?: string): string => format('longDate', time, zone);

/** `21/11/2026` */
export const formatNumericDate = (time: string, zone?: string): string => format('numericDate', time, zone);

/** `17:05` */
export const formatTime = (time: string, zone?: string): string => format('hour', time, zone);

/** The starts of hours: `17:00`. When clocks go back one comes twice; these two differ: `01:00 BST`, `01:00 GMT`. */
export function formatHours(hours: readonly Date[], zone?: string): string[] {
  const plain = hours.map((hour) => format('hour', hour, zone));
  return plain.map((text, index) => {
    const [hour, other] = [
      hours[index],
      hours[plain.indexOf(text) === index ? plain.lastIndexOf(text) : plain.indexOf(text)],
    ];
    const twice =
      hour && other && hour !== other && localDay(hour.getTime(), zone) === localDay(other.getTime(), zone);
    return twice ? format('hourOfZone', hour, zone) : text;
  });
}

function isThisYear(time: string, zone?: string): boolean {
  const year = (at: string | Date) => format('year', at, zone);
  return year(time) === year(new Date());
}
