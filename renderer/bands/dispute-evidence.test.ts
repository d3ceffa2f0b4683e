import { expect, it } from 'vitest';
import type { Dispute } from '#shared/api/payouts.ts';
import { pence } from '#shared/base/money.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { evidencePage } from './dispute-evidence.ts';

const dispute: Dispute = {
  id: 'du_1',
  amount: 300,
  state: 'needs-response',
  reason: 'product_not_received',
  openedAt: '2026-11-21T09:00:00.000Z',
  evidenceDueAt: null,
  order: null,
};
const outlet = {
  name: 'The <Old> Ferry',
  telephone: '020 7946 0000',
  email: '',
  lineOne: '1 Bankside',
  lineTwo: '',
  city: 'London',
  county: '',
  postcode: 'SE1',
};

it('the evidence of a dispute is one page: timeline in order, receipt, ticket and refund policy, with nothing that runs', () => {
  const [createdAt, cameBackAt] = ['2026-11-20T13:00:00.000Z', '2026-11-22T09:00:00.000Z'];
  const refund = { id: 'r', amount: pence(100), reason: null, createdAt, cameBackAt };
  const order = {
    ...sampleOrder({ customerName: '<script>alert(1)</script>', amount: pence(1_000) }),
    createdAt: '2026-11-20T12:00:00.000Z',
    seenAt: '2026-11-20T12:01:00.000Z',
    completedAt: '2026-11-20T12:20:00.000Z',
    actions: [
      { action: 'complete' as const, at: '2026-11-20T12:19:00.000Z', screenName: 'Bar', version: 4 },
      { action: 'accept' as const, at: '2026-11-20T12:02:00.000Z', screenName: 'Bar', version: 2 },
    ],
    payment: { captureError: null, refunds: [], cameBack: [refund] },
  };
  const page = evidencePage(dispute, order, outlet);
  const places = [
    'product not received',
    '£3.00 of £10.00',
    'Placed by the customer',
    'Opened by staff',
    'Accepted by staff on Bar',
    'Handed over and closed by staff on Bar',
    'Payment taken',
    'Refunded £1.00',
    'The refund of £1.00 came back',
    'Receipt',
    'Kitchen ticket',
    'Refund policy',
    'Customers reach the outlet at 020 7946 0000',
  ].map((part) => page.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(page).not.toContain('<script');
  expect(page).not.toContain('<Old>');
});

it('a time that the server does not say is a dash in the evidence', () => {
  const page = evidencePage({ ...dispute, openedAt: '' }, { ...sampleOrder(), createdAt: '' }, outlet);
  expect(page).toContain('Dispute du_1, opened –');
  expect(page).toContain('placed – by');
});
