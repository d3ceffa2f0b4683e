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
  date: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  hour: { hour: '2-digit', minute: '2-digit' },
  hourOfZone: { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Each format is made at its first use: that takes longer than all its later uses. */
const made = new Map<keyof typeof formats, Intl.DateTimeFormat>();

/** A dash if the time is unknown. */
function format(name: keyof typeof formats, time: string | Date): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return UNKNOWN;
  const known = made.get(name) ?? new Intl.DateTimeFormat('en-GB', formats[name]);
  made.set(name, known);
  return known.format(at);
}

/** HH:MM:ss, in local time. */
export const formatClock = (time: string): string => format('clock', time);

/** `Sat, 21 Nov, 17:30`, in local time; `Sat, 22 Nov 2025, 17:30` for another year. */
export const formatWhen = (time: string): string => format(isThisYear(time) ? 'when' : 'whenOfYear', time);

/** `21 Nov`, in local time; with its year if that is not the current one. */
export const formatDay = (time: string): string => format(isThisYear(time) ? 'day' : 'dayOfYear', time);

/** `Sat, 21 Nov 2026`, in local time. */
export const formatDate = (time: string): string => format('date', time);

/** `17:05`, in local time. */
export const formatTime = (time: string): string => format('hour', time);

/**
 * The starts of hours, in local time: `17:00`. When clocks go back one comes twice; these two differ: `01:00 BST`,
 * `01:00 GMT`.
 */
export function formatHours(hours: readonly Date[]): string[] {
  const plain = hours.map((hour) => format('hour', hour));
  return plain.map((text, index) => {
    const [hour, other] = [
      hours[index],
      hours[plain.indexOf(text) === index ? plain.lastIndexOf(text) : plain.indexOf(text)],
    ];
    const twice = hour && other && hour !== other && localDay(hour.getTime()) === localDay(other.getTime());
    return twice ? format('hourOfZone', hour) : text;
  });
}

function isThisYear(time: string): boolean {
  return new Date(time).getFullYear() === new Date().getFullYear();
}
