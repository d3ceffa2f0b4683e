import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { readPeriod } from '../../api/read-orders.ts';
import { sessionCsv, sessionCsvName } from './session-csv.ts';
import { sessionRows, takingsByHour } from './session-rows.ts';

const order = { status: 'complete', amount: 100, customerName: 'Zoe', items: [] };
const createdIn = (csv: string) =>
  Papa.parse<Record<string, string>>(csv.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  }).data.map((row) => row['Created'] ?? '');

it.each([
  ['back', 'Europe/Madrid', '2026-10-24T22:10:00Z', '2026-10-25T00:10:00Z', '2026-10-25T01:50:00Z'],
  ['on', 'Europe/Madrid', '2026-03-28T23:10:00Z', '2026-03-29T00:10:00Z', '2026-03-29T01:50:00Z'],
  [
    'back, half an hour past UTC’s',
    'America/St_Johns',
    '2026-11-01T02:40:00Z',
    '2026-11-01T03:40:00Z',
    '2026-11-01T04:40:00Z',
  ],
  [
    'back by half an hour',
    'Australia/Lord_Howe',
    '2026-04-04T14:10:00Z',
    '2026-04-04T14:50:00Z',
    '2026-04-04T15:20:00Z',
  ],
])(
  'an outlet’s own clocks rule hours, spreadsheet and file, the night they go %s in %s (D59)',
  (_what, zone, ...at) => {
    const night = readPeriod(
      {
        outlet: { id: 'outlet', timeZone: zone },
        period: { id: 'session', startedAt: at[0] },
        orders: at.map((createdAt, index) => ({
          ...order,
          id: `o${index}`,
          orderNumber: index + 1,
          createdAt,
        })),
      },
      '',
    );
    expect(night.outlet.timeZone).toBe(zone);
    const rows = sessionRows(night);
    const hours = takingsByHour(rows, zone);
    expect(hours.reduce((sum, { takings }) => sum + takings, 0)).toBe(300);
    const minute = new Intl.DateTimeFormat('en-GB', { timeZone: zone, minute: 'numeric' });
    const odd = hours.map(({ startsAt }) => minute.format(startsAt)).filter((shown) => shown !== '0');
    // Only an hour that begins with the change of clocks begins at another minute.
    expect(odd).toEqual(zone === 'Australia/Lord_Howe' ? ['30'] : []);
    const created = createdIn(sessionCsv(rows, zone));
    expect(created.map((cell) => Date.parse(cell))).toEqual(at.toReversed().map((time) => Date.parse(time)));
    expect(new Set(created.map((cell) => cell.slice(-6))).size, 'two offsets').toBe(2);
    const began = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(at[0] ?? ''));
    expect(sessionCsvName('Ferry', at[0] ?? '', zone)).toBe(`Ferry-${began}.csv`);
  },
);
