import { localDay } from '#shared/base/local-time.ts';
import { dayOf, momentsOf } from '#shared/base/menu-hours.ts';
import { zoneOf } from '#shared/base/time-zones.ts';
import { formatTime } from '../ui/times.ts';

/** `Sold out until 20:00`, with its day unless that is today, by the clocks of a zone. */
export function soldOutText(until: string, zone: string): string {
  if (until === 'session') return 'Sold out for this session';
  const today = localDay(until, zone) === localDay(Date.now(), zone);
  const day = new Date(until).toLocaleDateString('en-GB', { weekday: 'short', timeZone: zone });
  return `Sold out until ${today ? '' : `${day} `}${formatTime(until, zone)}`;
}

/** The next moment at which the clocks of a zone show `HH:MM`, as an ISO time. */
export function nextAt(clock: string, zone: string, now = Date.now()): string {
  const today = dayOf(now, zone);
  const moments = [today, today + 1].flatMap((day) => momentsOf(day, clock, zone));
  return new Date(Math.min(...moments.filter((at) => at > now))).toISOString();
}

/** By which clocks a time is meant; `isNamed` where it must be said which. */
export type Clocks = { zone: string; isNamed: boolean };

/** Those of the outlets that sell a menu; the computer's own where they differ, or where there is none. */
export function clocksOfMenu(sellers: readonly { timeZone?: string | undefined }[]): Clocks {
  const [zone, ...others] = new Set(sellers.map(zoneOf));
  return zone !== undefined && others.length === 0
    ? { zone, isNamed: false }
    : { zone: new Intl.DateTimeFormat().resolvedOptions().timeZone, isNamed: true };
}
