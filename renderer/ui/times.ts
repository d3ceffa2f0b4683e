const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const when = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** HH:MM:ss, here. */
export function formatClock(time: string): string {
  return clock.format(new Date(time));
}

/** `Sat, 21 Nov, 17:30`, here. */
export function formatWhen(time: string): string {
  return when.format(new Date(time));
}

/** `21 Nov`, here. */
export function formatDay(time: string): string {
  return day.format(new Date(time));
}

/** `17:00`, here. */
export function formatHour(time: Date): string {
  return hour.format(time);
}
