const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** `17:30`, here. */
export const printedClock = (time: string | number): string => clock.format(new Date(time));
/** `21 Nov 2026, 17:30`, here. */
export const printedTime = (time: string | number): string => day.format(new Date(time));
