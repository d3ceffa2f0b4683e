import { expect, it } from 'vitest';
import type { ReportFigures, SessionReport } from '../api/session-reports.ts';
import { amountsOf } from '../../tests/support/printing/amounts-of.ts';
import { closeDocument } from './close-document.ts';

const nothing: ReportFigures = {
  captures: 0,
  taken: 0,
  sold: [],
  tips: 0,
  smallOrderFees: 0,
  refunds: 0,
  refunded: 0,
  returned: [],
  tipsReturned: 0,
  fees: { platform: 0, card: 0 },
  feesEstimated: 0,
  others: {},
  toSeller: 0,
};
const session: ReportFigures = {
  ...nothing,
  captures: 1,
  taken: 1_500,
  sold: [{ rate: 20, gross: 700, vat: 117 }],
  tips: 800,
  smallOrderFees: 20,
  refunds: 1,
  refunded: 250,
  returned: [{ rate: 20, gross: 250, vat: 42 }],
  fees: { platform: 5, card: 45 },
  feesEstimated: 50,
  toSeller: 1_200,
};
const late = {
  ...nothing,
  refunds: 1,
  refunded: 100,
  returned: [{ rate: null, gross: 100, vat: 0 }],
  toSeller: -100,
};
const report: SessionReport = {
  format: 1,
  outletId: 'outlet',
  outletName: 'The Old Ferry',
  vatNumber: 'GB123456789',
  timeZone: 'Europe/Madrid',
  number: 12,
  sessionId: 'session',
  startedAt: '2026-11-20T17:00:00.000Z',
  finishedAt: '2026-11-20T23:30:00.000Z',
  issuedAt: '2026-11-20T23:30:00.000Z',
  afterwards: false,
  vatRule: 'The rule.',
  payments: [{ way: 'card', taken: 1_500, refunded: 350 }],
  session,
  later: [{ at: '2026-11-20T18:00:00.000Z', kind: 'refund', count: 1, orderNumber: 4, figures: late }],
  total: { ...session, refunds: 2, refunded: 350, toSeller: 1_100 },
  atRisk: 900,
  lost: 0,
  notServed: [{ what: 'expired', why: 'Nobody had seen it', count: 2, amount: 1_400 }],
  pauses: [],
  ledger: { transactions: 3, accounts: {}, hash: '' },
  previous: '',
};

it('the report on paper adds up to what was taken and where it went, by the outlet’s clocks (D53, D59)', () => {
  const printed = closeDocument(report, 'abc');
  const lines = amountsOf(printed);
  expect(lines).toEqual([
    ['Sales at 20% VAT', 700],
    ['Tips', 800],
    ['Taken by card', 1_500],
    ['Given back: Sales at 20% VAT', -250],
    ['Given back', -250],
    ['Money', -100],
    ['Taken less given back', 1_150],
    ['Card fees (£0.50 estimated)', -45],
    ['Platform fees', -5],
    ['To you', 1_100],
    ['Not taken yet', 900],
  ]);
  const texts = printed.blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : []));
  expect(texts).toEqual(
    expect.arrayContaining([
      'Report no. 12',
      'To 21 Nov 2026, 00:30',
      'of which small order fees £0.20',
      '20 Nov 2026, 19:00 Refunded, order #4',
      'Expired 2, £14.00: Nobody had seen it',
      'The rule.',
      'Hash abc',
    ]),
  );
});

it('the report of an empty session says so in zeros, and one of a thousand later lines ends with its hash (D53)', () => {
  const line = report.later[0] ?? [];
  const later = Array.from({ length: 1_500 }, () => line) as SessionReport['later'];
  const { blocks } = closeDocument({ ...report, later }, 'abc');
  expect(blocks).toHaveLength(1_000);
  expect(blocks.at(-1)).toEqual({ kind: 'text', text: 'Hash abc' });
  const empty = closeDocument({ ...report, session: nothing, total: nothing, later: [], atRisk: 0 }, 'abc');
  expect(empty.blocks.filter(({ kind }) => kind === 'amount')).toHaveLength(3);
});
