import { describe, expect, it } from 'vitest';
import { readPeriod } from '../../api/read-orders.ts';
import { sessionReport } from '#shared/print/till-documents.ts';
import { amountsOf } from '../../../tests/support/printing/amounts-of.ts';
import { columnSums } from '../../../tests/support/samples/column-sums.ts';
import { sessionCsv } from './session-csv.ts';
import { sessionRows, takingsByHour } from './session-rows.ts';

function order(orderNumber: number, status: string, amount: number) {
  const createdAt = '2026-11-20T17:10:00Z';
  return { id: `o${orderNumber}`, orderNumber, status, amount, createdAt, customerName: 'Zoe', items: [] };
}

describe('money that no card has paid (D20)', () => {
  const unpaid = { captureError: 'No funds', refunds: [] };
  /** An evening of which £12 was taken, £5 only later, £9 is held, £7 lost, and £4 not handed over yet. */
  const owed = readPeriod(
    {
      outlet: { id: 'outlet' },
      period: {
        id: 'session',
        startedAt: '2026-11-20T17:00:00Z',
        totalEarnings: 1_200,
        atRisk: 1_300,
        lost: 700,
      },
      orders: [
        order(1, 'complete', 1_200),
        order(2, 'complete', 500),
        { ...order(3, 'deliver_success', 900), payment: unpaid },
        { ...order(4, 'deliver_success', 700), payment: { ...unpaid, lost: true } },
        order(5, 'deliver_working', 400),
      ],
      takenLater: [{ orderId: 'o2', orderNumber: 2, amount: 500, createdAt: '2026-11-20T23:00:00Z' }],
    },
    '',
  );
  const rows = sessionRows(owed);
  const total = (of: 'earnings' | 'takenLater' | 'atRisk' | 'lost') =>
    rows.reduce((sum, row) => sum + row[of], 0);

  it('is no takings: taken, taken later, at risk and lost are four figures, equal to the session’s own', () => {
    expect(total('earnings')).toBe(owed.period.totalEarnings);
    expect([total('takenLater'), total('atRisk'), total('lost')]).toEqual([
      500,
      owed.period.atRisk,
      owed.period.lost,
    ]);
    expect(takingsByHour(rows).map(({ takings }) => takings)).toEqual([1_200]);
  });

  it('has columns of its own in the spreadsheet', () => {
    const sums = columnSums(sessionCsv(rows), [
      'Taken',
      'Not taken yet',
      'Lost',
      'Taken after the finish',
      'Earnings',
    ]);
    expect(sums).toEqual([1_200, 1_300, 700, 500, 1_200]);
  });

  it('is subtracted by name on paper, line by line down to Total Earnings', () => {
    const lines = amountsOf(sessionReport('The Old Ferry', owed.period, rows));
    expect(lines).toEqual([
      ['Accepted', 3_700],
      ['of which tips', 0],
      ['of which small order fees', 0],
      ['Not taken yet', -1_300],
      ['Lost, never taken', -700],
      ['Taken after the finish', -500],
      ['Refunds', 0],
      ['Total Earnings', 1_200],
      ['Taken since', 500],
    ]);
  });
});

it('the spreadsheet has the fees of each order that was taken, the net, and whether that is an estimate (D23)', () => {
  const fees = (platform: number, card: number) => [
    { kind: 'platform', amount: platform },
    { kind: 'card', amount: card },
  ];
  const orders = [
    { ...order(1, 'complete', 1_500), fees: fees(5, 25), payment: { feesTaken: fees(5, 43) } },
    { ...order(2, 'complete', 1_500), fees: fees(5, 25) },
    { ...order(3, 'deliver_working', 1_500), fees: fees(5, 25) },
    order(4, 'complete', 1_500),
  ];
  const [headings = [], ...lines] = sessionCsv(
    sessionRows(readPeriod({ outlet: { id: 'o' }, period: { id: 's' }, orders }, '')),
  )
    .trim()
    .split('\r\n')
    .map((text) => text.split(','));
  const cells = ['Fees', 'Net', 'Fees are'].map((heading) =>
    lines.map((line) => line[headings.indexOf(heading)]).toReversed(),
  );
  expect(cells).toEqual([
    ['0.48', '0.30', '', ''],
    ['14.52', '14.70', '', ''],
    ['final', 'estimated', '', ''],
  ]);
});
