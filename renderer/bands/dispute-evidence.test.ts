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
  // When it was taken is not known: the capture may have been lost and made hours later.
  expect(page).not.toContain('Payment taken');
  expect(page).not.toContain('  Closed');
});

it('a time that the server does not say is a dash in the evidence', () => {
  const page = evidencePage({ ...dispute, openedAt: '' }, { ...sampleOrder(), createdAt: '' }, outlet);
  expect(page).toContain('Dispute du_1, opened –');
  expect(page).toContain('placed – by');
});

it('the times of the evidence are those of the outlet, not of the computer that saves it', () => {
  const time = '2026-11-20T23:30:00.000Z';
  const order = { ...sampleOrder({}), createdAt: time, seenAt: time, completedAt: time, actions: [] };
  const page = evidencePage({ ...dispute, openedAt: time }, order, { ...outlet, timeZone: 'Europe/Paris' });
  const shown = '2026-11-21T00:30:00+01:00';
  for (const part of [
    `opened ${shown}`,
    `placed ${shown}`,
    `${shown}  Placed by the customer`,
    `${shown}  Opened by staff`,
    `${shown}  Closed`,
  ])
    expect(page).toContain(part);
  const ticket = page.slice(page.indexOf('Kitchen ticket'));
  expect(ticket).toContain('00:30');
  expect(page).not.toContain('23:30');
});
