import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { vatRates } from '#shared/base/labelling.ts';
import { pence } from '#shared/base/money.ts';
import type { ReportFacts, ReportOrder } from '#shared/close/make-report.ts';
import type { LedgerTransaction } from '#shared/close/movements.ts';
import { salesOf } from '#shared/close/order-sales.ts';

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const opened = Date.parse('2026-11-20T17:00:00Z');
/** Minutes after the session was opened. */
export const at = (minute: number) => new Date(opened + minute * 60_000).toISOString();

const money = fc.integer({ min: 0, max: 50_000 }).map(pence);
const vatRate = fc.option(fc.constantFrom(...vatRates), { nil: undefined });
const line = fc.record({
  id: fc.constant('1'),
  name: fc.constant('Pie'),
  quantity: fc.integer({ min: 1, max: 9 }),
  cost: money,
  vatRate,
  modifications: fc.array(fc.record({ name: fc.constant('Gravy'), cost: money, vatRate }), { maxLength: 2 }),
});
/** An order of a session, with what became of its money. */
export const drawn = fc.record({
  items: fc.array(line, { minLength: 1, maxLength: 4 }),
  serviceCharge: fc.constantFrom(0, 20),
  tip: fc.constantFrom(0, 0, 150, 333),
  /** In this session, or in one that was reported before. */
  before: fc.boolean(),
  refunds: fc.array(fc.record({ part: fc.nat(120), fails: fc.boolean() }), { maxLength: 3 }),
  told: fc.option(fc.record({ platform: fc.nat(10), card: fc.nat(90) }), { nil: null }),
  disputed: fc.constantFrom(false, false, false, true),
});
export type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

function orderOf(
  { items, serviceCharge, tip }: Drawn,
  index: number,
  amount: number,
  sessionId: string,
): ReportOrder {
  const unserved = { seen: true, accepted: true, due: false, cancelledFrom: null, cancelReason: null };
  const sold = { items, serviceCharge, tip, amount, status: 'complete' } as const;
  return { id: `o${index}`, sessionId, orderNumber: index + 1, ...sold, ...unserved };
}

/** An order with all that the ledger has of it: taken, refunded, refunds that failed, real fees, a dispute. */
export function booked(
  given: Drawn,
  index: number,
): { order: ReportOrder; transactions: LedgerTransaction[] } {
  const id = `o${index}`;
  const amount = salesOf(given).reduce((sum, { gross }) => sum + gross, 0) + given.tip;
  const sessionId = given.before ? 'before' : 'session';
  const order = orderOf(given, index, amount, sessionId);
  const transactions: LedgerTransaction[] = [];
  const book = (
    name: string,
    kind: string,
    amounts: Record<string, number>,
    report: number | null = null,
  ) => {
    const afterFinish = given.before && report === null;
    const when = at(index * 20 + transactions.length);
    transactions.push({
      id: `${name}:${id}`,
      kind,
      orderId: id,
      sessionId,
      at: when,
      afterFinish,
      amounts,
      report,
    });
  };
  if (amount === 0) return { order, transactions };
  const fee = Math.round(amount / 60) + given.serviceCharge;
  const capture = { customer: 0 - amount, seller: amount - 5 - fee, platform: 5, 'card-provider': fee };
  book('capture', 'capture', capture, given.before ? 1 : null);
  let left = amount;
  for (const [turn, { part, fails }] of given.refunds.entries()) {
    const back = Math.min(left, Math.floor((amount * part) / 100));
    if (back === 0) continue;
    book(
      `refund-${turn}`,
      'refund',
      { customer: back, seller: 0 - back },
      given.before && turn === 0 ? 1 : null,
    );
    if (fails) book(`failed-${turn}`, 'refund-failed', { customer: 0 - back, seller: back });
    else left -= back;
  }
  if (given.told) {
    const { platform, card } = { platform: given.told.platform - 5, card: given.told.card - fee };
    book('fees', 'fees', { seller: 0 - platform - card, platform, 'card-provider': card });
  }
  if (given.disputed && left > 0) book('dispute', 'dispute', { seller: 0 - left, dispute: left });
  return { order, transactions };
}

export function factsOf(all: Drawn[]): ReportFacts {
  const made = all.map(booked);
  return {
    outlet: {
      id: 'outlet',
      name: '=The "Old" Ferry, Ltd',
      timeZone: 'Europe/London',
      vatNumber: 'GB123456789',
    },
    session: { id: 'session', startedAt: at(0), finishedAt: at(999) },
    afterwards: false,
    number: 2,
    previous: sha256(''),
    issuedAt: at(999),
    orders: made.map(({ order }) => order),
    transactions: made.flatMap(({ transactions }) => transactions),
    pauses: [{ from: at(5), to: at(9), by: 'person', reason: 'Kitchen closed' }],
  };
}
