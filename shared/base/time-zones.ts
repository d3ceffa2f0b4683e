/** The time zone of an outlet that has not chosen one, and of every outlet of a server that does not say. */
export const usualTimeZone = 'Europe/London';

/** Whether this computer knows a time zone by that name. An offset such as `+01:00` is no name: it knows no summer. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone !== undefined;
  } catch {
    return false;
  }
}

/** The zone by which an outlet's times are read. */
export function zoneOf(outlet: { timeZone?: string | undefined } | null | undefined): string {
  return outlet?.timeZone ?? usualTimeZone;
}
