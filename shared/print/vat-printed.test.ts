import { expect, it } from 'vitest';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { formatPence, pence } from '../base/money.ts';
import { movementsOf } from '../close/movements.ts';
import { layOut } from './layout.ts';
import { customerReceipt } from './order-documents.ts';

const outlet = {
  name: 'The Ferry',
  telephone: '',
  lineOne: '',
  lineTwo: '',
  city: '',
  county: '',
  postcode: '',
};

it('a receipt has the VAT of what was charged and not given back, as the report has it (D54)', () => {
  const [burger, coffee] = sampleOrder().items;
  if (!burger || !coffee) throw new Error('The sample has two lines');
  const paid = {
    items: [
      { ...burger, vatRate: 20 as const },
      { ...coffee, vatRate: 5 as const },
    ],
  };
  const refund = (amount: number, createdAt = '2026-11-21T13:00:00.000Z') => ({
    id: `r${amount}`,
    amount: pence(amount),
    createdAt,
    reason: null,
  });
  const settings = { vatNumber: 'GB123456789', vatBasisPoints: null, footer: '' };
  const vatOf = (changes: Parameters<typeof sampleOrder>[0]) =>
    layOut(customerReceipt(sampleOrder({ ...paid, ...changes }), outlet, settings), 48)
      .filter(({ text }) => /^VAT (?:No|included|after)/.test(text))
      .map(({ text, amount = '' }) => `${text} ${amount}`.trim());
  const number = 'VAT No. GB123456789';
  expect(vatOf({ status: 'complete' })).toEqual([
    number,
    'VAT included at 20% £2.17',
    'VAT included at 5% £0.08',
  ]);
  const payment = (...refunds: ReturnType<typeof refund>[]) => ({ refunds, captureError: null });
  expect(
    vatOf({ status: 'refunded', refunded: pence(1570), payment: payment(refund(470), refund(1100)) }),
  ).toEqual([number, 'VAT after refunds at 20% £0.00', 'VAT after refunds at 5% £0.00']);
  // Half of what was sold, in proportion: £6.50 and £0.85 are left.
  const half = ['VAT after refunds at 20% £1.08', 'VAT after refunds at 5% £0.04'];
  expect(vatOf({ status: 'complete', refunded: pence(735), payment: payment(refund(735)) })).toEqual([
    number,
    ...half,
  ]);
  const back = { ...refund(735), cameBackAt: '2026-11-22T13:00:00.000Z' };
  const [first, second] = [refund(735, '2026-11-21T14:00:00.000Z'), refund(100, '2026-11-23T14:00:00.000Z')];
  expect(
    vatOf({
      status: 'complete',
      refunded: pence(735),
      payment: { ...payment(first), cameBack: [{ ...back, id: 'back' }] },
    }).slice(1),
  ).toEqual(half);
  expect(
    vatOf({ status: 'complete', refunded: pence(100), payment: { ...payment(second), cameBack: [back] } }),
  ).toEqual([number, 'VAT after refunds at 20% £2.02', 'VAT after refunds at 5% £0.08']);
  expect(vatOf({ status: 'complete', payment: { ...payment(), cameBack: [back] } })).toEqual([
    number,
    'VAT included at 20% £2.17',
    'VAT included at 5% £0.08',
  ]);
  for (const status of ['deliver_aborted', 'deliver_expired', 'deliver_decline'] as const)
    expect(vatOf({ status }), status).toEqual([]);
  expect(vatOf({ isTest: true })).toEqual([]);
  const lost = { ...payment(), lost: true as const };
  expect(vatOf({ status: 'deliver_success', payment: lost })).toEqual([]);
});

it('a receipt has the VAT of the reports also if refunds were confirmed in another order than asked for (D54)', () => {
  const [burger, coffee] = sampleOrder().items;
  if (!burger || !coffee) throw new Error('The sample has two lines');
  const minute = (at: number) => `2026-11-21T13:0${at}:00.000Z`;
  const refund = (id: string, amount: number, asked: number, settled: number) => {
    const times = { createdAt: minute(asked), settledAt: minute(settled) };
    return { id, amount: pence(amount), reason: null, ...times };
  };
  const refunds = [refund('first', 428, 1, 4), refund('second', 1, 2, 3)];
  const order = sampleOrder({
    status: 'complete',
    items: [
      { ...burger, vatRate: 20 },
      { ...coffee, vatRate: 5 },
    ],
    refunded: pence(429),
    payment: { refunds, captureError: null },
  });
  const booked = { orderId: order.id, sessionId: 'session', afterFinish: false, report: null };
  const capture = { id: 'capture', kind: 'capture', at: minute(0), amounts: { customer: 0 - order.amount } };
  const given = refunds.map(({ id, amount, settledAt: at }) => ({
    id: `refund:${id}`,
    kind: 'refund',
    at,
    amounts: { customer: amount },
  }));
  const moved = movementsOf(
    [order],
    [capture, ...given].map((one) => ({ ...one, ...booked })),
  );
  const vatAt = (rate: number) =>
    moved.flatMap(({ sold }) => sold).reduce((sum, at) => sum + (at.rate === rate ? at.vat : 0), 0);
  const settings = { vatNumber: '', vatBasisPoints: null, footer: '' };
  const lines = layOut(customerReceipt(order, outlet, settings), 48).flatMap(({ text, amount }) =>
    text.startsWith('VAT after') ? [`${text} ${amount}`] : [],
  );
  expect(lines).toEqual(
    [20, 5].map((rate) => `VAT after refunds at ${rate}% ${formatPence(pence(vatAt(rate)))}`),
  );
});
