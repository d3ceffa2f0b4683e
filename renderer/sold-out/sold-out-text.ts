/** `Sold out until 20:00`, with its day unless that is today. */
export function soldOutText(until: string): string {
  if (until === 'session') return 'Sold out for this session';
  const at = new Date(until);
  const today = at.toDateString() === new Date().toDateString();
  return `Sold out until ${today ? '' : `${at.toLocaleDateString('en-GB', { weekday: 'short' })} `}${clockOf(until)}`;
}

/** The local time of an ISO time, as `HH:MM`. */
export function clockOf(time: string): string {
  return new Date(time).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** The next moment at which local clocks show `HH:MM`, as an ISO time. */
export function nextAt(clock: string, now = new Date()): string {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  const at = new Date(now);
  at.setHours(hours, minutes, 0, 0);
  if (at <= now) at.setDate(at.getDate() + 1);
  return at.toISOString();
}
