import type { Serving } from '#shared/api/catalogs.ts';
import { dayName, weekdays, type Hours, type HoursWindow, type Weekday } from '#shared/base/menu-hours.ts';
import { formatPence, type Pence } from '#shared/base/money.ts';

/** `Mon-Fri 07:00-11:00, Sat Sun 08:00-12:30`; empty without hours. No semicolon: readers take those for columns. */
function hoursCell(hours: Hours | undefined): string {
  return (hours ?? []).map(({ days, from, to }) => `${daysCell(days)} ${from}-${to}`).join(', ');
}

/** The cells of an entry's hours and of its happy hour. */
export function servingCells({ hours, happyHour }: Serving): [hours: string, price: string, happy: string] {
  return [
    hoursCell(hours),
    happyHour ? formatPence(happyHour.cost).replaceAll(/[£,]/g, '') : '',
    hoursCell(happyHour?.hours),
  ];
}

function daysCell(days: readonly Weekday[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return '';
  if (days.length === weekdays.length) return 'Every day';
  const isRun = days.length > 2 && weekdays.indexOf(last) - weekdays.indexOf(first) === days.length - 1;
  return isRun ? `${dayName(first)}-${dayName(last)}` : days.map(dayName).join(' ');
}

type Wrong = (message: string) => void;

/** Reads such cells, and what people write: `mon–fri 7:00 to 11.00, Saturday 8:00-12:30`. */
export function readServingCells(
  [hours, price, happy]: readonly [string | undefined, string | undefined, string | undefined],
  costOf: (text: string, wrong: Wrong) => Pence,
  wrong: Wrong,
): Serving {
  const own = readHours(hours, wrong);
  const happyHours = readHours(happy, wrong);
  if (!happyHours !== !price) wrong('a happy hour has a price and hours.');
  return {
    ...(own && { hours: own }),
    ...(happyHours && price && { happyHour: { cost: costOf(price, wrong), hours: happyHours } }),
  };
}

const MOST_WINDOWS = 14;
const WINDOW = /([a-z][a-z\s,&-]*?)\s*(\d{1,2})[:.](\d\d)\s*(?:-|to)\s*(\d{1,2})[:.](\d\d)\s*[;,]?\s*/y;

function readHours(cell: string | undefined, wrong: Wrong): Hours | undefined {
  if (!cell) return undefined;
  const text = cell
    .toLowerCase()
    .replaceAll(/[–—]/g, '-')
    .trim();
  const windows: HoursWindow[] = [];
  WINDOW.lastIndex = 0;
  while (WINDOW.lastIndex < text.length) {
    const found = WINDOW.exec(text);
    const window = found && windowOf(found);
    if (!window) {
      wrong(`“${cell.slice(0, 60)}” are no hours, such as Mon-Fri 17:00-18:30.`);
      return undefined;
    }
    windows.push(window);
  }
  if (windows.length > MOST_WINDOWS) wrong(`hours are at most ${MOST_WINDOWS} windows.`);
  return windows;
}

function windowOf([, said = '', ...clock]: RegExpExecArray): HoursWindow | null {
  const days = daysOf(said);
  const [fromHour = 24, fromMinute = 60, toHour = 24, toMinute = 60] = clock.map(Number);
  if (!days || fromHour > 23 || toHour > 24 || fromMinute > 59 || toMinute > 59) return null;
  if (toHour === 24 && toMinute > 0) return null;
  return { days, from: clockText(fromHour, fromMinute), to: clockText(toHour % 24, toMinute) };
}

const clockText = (hour: number, minute: number): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

/** The days in their order; null if a word is none. A run may go over Sunday: `sat-mon`. */
function daysOf(said: string): Weekday[] | null {
  const words = said
    .replaceAll(/\s*-\s*/g, '-')
    .split(/[\s,&]+/)
    .filter((word) => word !== '' && word !== 'and');
  if (words.join(' ') === 'every day' || words.join(' ') === 'daily') return [...weekdays];
  const named = new Set<Weekday>();
  for (const word of words) {
    const [first, last = first] = word.split('-').map(dayOf);
    if (!first || !last) return null;
    for (let at = weekdays.indexOf(first); ; at = (at + 1) % weekdays.length) {
      const day = weekdays[at];
      if (day) named.add(day);
      if (day === last) break;
    }
  }
  return named.size > 0 ? weekdays.filter((day) => named.has(day)) : null;
}

const longNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

function dayOf(word: string): Weekday | undefined {
  const at = word.length < 3 ? -1 : longNames.findIndex((name) => name.startsWith(word));
  return weekdays[at];
}
