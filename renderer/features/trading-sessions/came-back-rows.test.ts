import { describe, expect, it } from 'vitest';
import { readPeriod } from '../../api/read-orders.ts';
import { sessionReport } from '#shared/print/till-documents.ts';
import { adjustmentLines } from './adjustment-lines.ts';
import { amountsOf } from '../../../tests/support/printing/amounts-of.ts';
import { columnSums } from '../../../tests/support/samples/column-sums.ts';
import { sessionCsv } from './session-csv.ts';
import { sessionRows } from './session-rows.ts';

const at = (clock: string) => `2026-11-${clock}:00.000Z`;
const back = (id: string, of: { amount: number; createdAt: string; cameBackAt: string }) => ({ id, ...of });
const [early, late] = [
  back('r1', { amount: 200, createdAt: at('20T18:00'), cameBackAt: at('22T09:00') }),
  back('r3', { amount: 500, createdAt: at('21T10:00'), cameBackAt: at('23T09:00') }),
];
function order(orderNumber: number, amount: number, payment: object) {
  const createdAt = at('20T17:10');
  return { id: `o${orderNumber}`, orderNumber, status: 'complete', amount, createdAt, items: [], payment };
}
/** £17 was taken and £3 given back by the finish; of that £2 came back later, and £5 that was refunded after it. */
const evening = readPeriod(
  {
    outlet: { id: 'outlet' },
    period: { id: 's', startedAt: at('20T17:00'), finishedAt: at('20T22:00'), totalEarnings: 1_400 },
    orders: [
      order(1, 1_200, { refunds: [{ id: 'r2', amount: 100, createdAt: at('20T18:30') }], cameBack: [early] }),
      order(2, 500, { refunds: [], cameBack: [late] }),
    ],
    cameBack: [
      { ...early, orderId: 'o1', orderNumber: 1, madeAfterFinish: false },
      { ...late, orderId: 'o2', orderNumber: 2, madeAfterFinish: true, reason: 'Cold' },
    ],
  },
  '',
);
const rows = sessionRows(evening);
const total = (of: 'earnings' | 'refunds' | 'laterRefunds' | 'cameBack') =>
  rows.reduce((sum, row) => sum + row[of], 0);

describe('refunds that came back after the finish (D20)', () => {
  it('leave what each order brought as it was, and are a figure of their own', () => {
    expect(total('earnings')).toBe(evening.period.totalEarnings);
    expect([total('refunds'), total('laterRefunds'), total('cameBack')]).toEqual([300, 500, 700]);
    expect(rows.map(({ order }) => order.payment.cameBack)).toMatchObject([[late], [early]]);
  });

  it('are dated lines, after the refunds that they undo', () => {
    expect(
      adjustmentLines(evening).map(({ createdAt, ...line }) => [
        createdAt.slice(8, 10),
        line.amount,
        line.note,
      ]),
    ).toEqual([
      ['21', -500, 'Cold'],
      ['22', 200, 'Refund came back'],
      ['23', 500, 'Refund came back · Cold'],
    ]);
  });

  it('have a column of their own in the spreadsheet', () => {
    const sums = columnSums(sessionCsv(rows), [
      'Refunds',
      'Refunds after the finish',
      'Refunds that came back',
      'Earnings',
    ]);
    expect(sums).toEqual([300, 500, 700, 1_400]);
  });

  it('stand below Total Earnings on paper', () => {
    const lines = amountsOf(sessionReport('The Old Ferry', evening.period, rows));
    expect(lines.slice(-4)).toEqual([
      ['Refunds', -300],
      ['Total Earnings', 1_400],
      ['Refunded since', -500],
      ['Refunds that came back since', 700],
    ]);
  });
});
