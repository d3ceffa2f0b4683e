import { UNKNOWN } from '../base/unknown.ts';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** `17:30`, in local time. */
export const printedClock = (time: string | number): string => format(clock, time);
/** `21 Nov 2026, 17:30`, in local time. */
export const printedTime = (time: string | number): string => format(day, time);

/** A dash if the time is unknown. */
function format(how: Intl.DateTimeFormat, time: string | number): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? UNKNOWN : how.format(at);
}
