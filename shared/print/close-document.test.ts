import { expect, it } from 'vitest';
import { nothing, sampleReport as report } from '../../tests/support/samples/sample-report.ts';
import type { SessionReport } from '../api/session-reports.ts';
import { amountsOf } from '../../tests/support/printing/amounts-of.ts';
import { closeDocument } from './close-document.ts';

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
