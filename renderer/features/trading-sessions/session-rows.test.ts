import { describe, expect, it } from 'vitest';
import { readPeriod } from '../../api/read-orders.ts';
import { sessionReport } from '#shared/print/till-documents.ts';
import { sessionCsv, sessionCsvName } from './session-csv.ts';
import { sessionRows, takingsByHour } from './session-rows.ts';

const at = (clock: string) => new Date(`2026-11-20T${clock}`).toISOString();

/** A server's evening with every kind of ending: £1,234.56 was taken, £10 and £20 refunded during it, £4 after. */
const evening = readPeriod(
  {
    outlet: { id: 'outlet', name: 'The Old Ferry' },
    period: {
      id: 'session',
      startedAt: at('17:00'),
      finishedAt: at('22:00'),
      numberOfOrders: 3,
      totalEarnings: 123_356,
    },
    orders: [
      order(1, 'complete', 123_456, '17:10', [
        { id: 'r1', amount: 1_000, createdAt: at('18:00') },
        { id: 'r2', amount: 400, createdAt: at('23:30') },
      ]),
      order(2, 'refunded', 2_000, '19:20', [{ id: 'r3', amount: 2_000, createdAt: at('19:50') }]),
      order(3, 'deliver_aborted', 5_000, '19:30'),
      order(4, 'deliver_expired', 700, '20:00'),
      order(5, 'deliver_success', 900, '19:40'),
    ],
    adjustments: [{ id: 'r2', amount: 400, createdAt: at('23:30'), orderId: 'o1', orderNumber: 1 }],
  },
  '',
);

function order(orderNumber: number, status: string, amount: number, time: string, refunds: object[] = []) {
  return {
    id: `o${orderNumber}`,
    orderNumber,
    status,
    amount,
    createdAt: at(time),
    customerName: 'Zoë, "the regular"',
    note: '=HYPERLINK("https://evil.example")',
    tableNumber: '@7',
    items: [
      { id: 'a', name: '+Pie', quantity: 2, modifications: [{ name: 'Gravy' }] },
      { id: 'b', name: 'Ale', modifications: [{ name: 'Half', modifier: 'Size' }] },
    ],
    payment: { refunds },
  };
}

/** The screen's sums must equal the server's figures. */
describe('what each order brought (D20)', () => {
  const rows = sessionRows(evening);
  it('is newest first, with cancelled and expired ones, and adds up to the session’s own figures', () => {
    expect(rows.map(({ order }) => order.orderNumber)).toEqual([4, 5, 3, 2, 1]);
    expect(rows.filter(({ counted }) => counted)).toHaveLength(evening.period.numberOfOrders ?? -1);
    expect(rows.reduce((total, { earnings }) => total + earnings, 0)).toBe(evening.period.totalEarnings);
  });
  it('leaves a later refund out of it', () => {
    expect(rows.at(-1)).toMatchObject({
      taken: 123_456,
      refunds: 1_000,
      laterRefunds: 400,
      earnings: 122_456,
    });
  });
  it('knows a later refund by its time where a server tells no adjustments (D2)', () => {
    expect(sessionRows({ ...evening, adjustments: null })).toEqual(rows);
  });
  it('goes by the adjustments that a server tells, whatever the refund’s time says', () => {
    const told = (adjustments: object[] | null) =>
      readPeriod(
        { outlet: {}, period: { id: 's', finishedAt: at('22:00') }, orders: [late], adjustments },
        '',
      );
    const refund = { id: 'r', amount: 200, createdAt: at('22:01') };
    const late = order(1, 'complete', 1_000, '17:10', [refund]);
    const earnings = (adjustments: object[] | null) => sessionRows(told(adjustments))[0]?.earnings;
    expect([earnings([]), earnings([refund]), earnings(null)]).toEqual([800, 1_000, 1_000]);
  });
  it('by hour, with the hours in which nothing was ordered', () => {
    const hours = takingsByHour(rows).map(({ startsAt, takings }) => [startsAt.getHours(), takings]);
    expect(hours).toEqual([
      [17, 122_456],
      [18, 0],
      [19, 900],
    ]);
    expect(takingsByHour([])).toEqual([]);
  });
});

describe('the session on paper', () => {
  const { blocks } = sessionReport('The Old Ferry', evening.period, sessionRows(evening));
  const amountOf = (label: string) => {
    const block = blocks.find((one) => one.kind === 'amount' && one.label === label);
    return block?.kind === 'amount' ? block.pence : null;
  };

  it('adds up: what was accepted, less the refunds of the session, is Total Earnings; later refunds stand below', () => {
    expect((amountOf('Accepted') ?? 0) + (amountOf('Refunds') ?? 0)).toBe(amountOf('Total Earnings'));
    expect(amountOf('Total Earnings')).toBe(evening.period.totalEarnings);
    expect(amountOf('Refunded since')).toBe(-400);
  });
});

describe('the session as a spreadsheet', () => {
  const table = parsed(sessionCsv(sessionRows(evening)));
  const column = (heading: string) => table.slice(1).map((cells) => cells[table[0]?.indexOf(heading) ?? -1]);
  const total = (heading: string) =>
    column(heading).reduce((sum, cell) => sum + Math.round(Number(cell) * 100), 0);

  it('has sums that equal the screen', () => {
    expect(total('Earnings')).toBe(evening.period.totalEarnings);
    expect(total('Counted')).toBe((evening.period.numberOfOrders ?? -1) * 100);
    expect(total('Refunds after the finish')).toBe(400);
    expect(column('Taken')).toEqual(['0.00', '9.00', '0.00', '20.00', '1234.56']);
  });
  it('keeps commas, quotes and line breaks in their cell', () => {
    expect(table.every((cells) => cells.length === table[0]?.length)).toBe(true);
    expect(column('Customer')[0]).toBe('Zoë, "the regular"');
  });
  it('runs no formula that a customer typed', () => {
    expect(column('Note')[0]).toBe(`'=HYPERLINK("https://evil.example")`);
    expect(column('Table')[0]).toBe(`'@7`);
    expect(column('Items')[0]).toBe('2 × +Pie (Gravy)\n1 × Ale (Size: Half)');
  });
  it('is named for the outlet and the day', () => {
    expect(sessionCsvName('The Old Ferry, £ & Sons', '2026-11-20T17:00:00.000Z')).toBe(
      'The-Old-Ferry-Sons-2026-11-20.csv',
    );
    expect(sessionCsvName('../', '2026-11-20T17:00:00.000Z')).toBe('session-2026-11-20.csv');
  });
  it('is named for the day here, also of a session that began after midnight in summer (D59)', () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'Europe/London';
    try {
      expect(sessionCsvName('Ferry', '2026-06-30T23:30:00.000Z')).toBe('Ferry-2026-07-01.csv');
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });
});

/** Parses RFC 4180, character by character. */
function parsed(csv: string): string[][] {
  const table: string[][] = [[]];
  let cell = '';
  let inQuotes = false;
  const text = csv.replace(/^\uFEFF/, '');
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index];
    if (inQuotes && letter === '"' && text[index + 1] === '"') cell += text[(index += 1)];
    else if (letter === '"') inQuotes = !inQuotes;
    else if (!inQuotes && (letter === ',' || letter === '\r')) {
      table.at(-1)?.push(cell);
      cell = '';
    } else if (!inQuotes && letter === '\n') table.push([]);
    else cell += letter;
  }
  return table.slice(0, -1);
}

it.each([
  ['back, where an hour comes twice', '2026-10-25T00:10:00Z', '2026-10-25T01:50:00Z', [620, 380]],
  ['on, where an hour is left out', '2026-03-29T00:10:00Z', '2026-03-29T01:50:00Z', [620, 380]],
])('the night when clocks go %s, each hour has its own takings (D59)', (_what, first, second, takings) => {
  const zone = process.env['TZ'];
  process.env['TZ'] = 'Europe/London';
  try {
    const night = readPeriod(
      {
        outlet: { id: 'outlet' },
        period: { id: 'session', startedAt: '2026-03-28T20:00:00Z' },
        orders: [
          { ...order(1, 'complete', 620, '17:10'), createdAt: first },
          { ...order(2, 'complete', 380, '17:10'), createdAt: second },
        ],
      },
      '',
    );
    expect(takingsByHour(sessionRows(night)).map((hour) => hour.takings)).toEqual(takings);
    const created = parsed(sessionCsv(sessionRows(night)))
      .slice(1)
      .map(([, cell = '']) => cell);
    expect(created.map((cell) => Date.parse(cell))).toEqual([Date.parse(second), Date.parse(first)]);
    expect(new Set(created).size, 'told apart by their offset').toBe(2);
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});

describe('a session of a server that leaves figures and times out (D2)', () => {
  const silent = readPeriod(
    {
      outlet: { id: 'outlet' },
      period: { id: 'session', finishedAt: at('22:00') },
      orders: [1, 2].map((orderNumber) => ({
        ...order(orderNumber, 'complete', 620, '17:10', [{ amount: 100 }]),
        createdAt: undefined,
      })),
    },
    '',
  );
  const rows = sessionRows(silent);

  it('has orders by their number, refunds of its own and no hours', () => {
    expect(rows.map((row) => row.order.orderNumber)).toEqual([2, 1]);
    expect(rows.map(({ earnings, laterRefunds }) => [earnings, laterRefunds])).toEqual([
      [520, 0],
      [520, 0],
    ]);
    expect(takingsByHour(rows)).toEqual([]);
  });

  it('is written with nothing in the place of a time', () => {
    const [headings, first] = parsed(sessionCsv(rows));
    expect(first?.[headings?.indexOf('Created') ?? -1]).toBe('');
    expect(sessionCsvName('Ferry', silent.period.startedAt)).toBe('Ferry.csv');
  });

  it('is printed with dashes for figures', () => {
    const { blocks } = sessionReport('Ferry', silent.period, rows);
    const texts = blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : []));
    expect(texts).toEqual(expect.arrayContaining(['From –', 'Total Orders: –', 'Total Earnings: –']));
    expect(blocks.some((block) => block.kind === 'amount' && block.label === 'Total Earnings')).toBe(false);
  });
});
