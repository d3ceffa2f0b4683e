import { expect, it } from 'vitest';
import type { Dispute } from '#shared/api/payouts.ts';
import { disputeStates } from '#shared/base/payouts.ts';
import { disputeWords, isToAnswer } from './dispute-words.ts';

const dispute: Dispute = {
  id: 'du_1',
  amount: 2_400,
  state: 'needs-response',
  reason: 'fraudulent',
  openedAt: '2026-11-21T09:00:00.000Z',
  evidenceDueAt: null,
  order: { id: 'o', orderNumber: 12, outletId: 'outlet', outletName: 'The Old Ferry', tradingSessionId: 's' },
};

it('a dispute says that the bank took the money back, and until when it can be answered (D52)', () => {
  expect(disputeWords(dispute)).toEqual({
    title: 'A customer’s bank took back £24.00 of order 12 of The Old Ferry',
    advice: 'Answer it in your Stripe dashboard, with the evidence as one file.',
  });
  const due = { ...dispute, evidenceDueAt: '2026-11-30T23:59:00.000Z' };
  expect(disputeWords(due, 'Europe/London').advice).toMatch(
    /dashboard by Mon,? 30 Nov.*23:59, with the evidence as one file\.$/,
  );
  expect(disputeWords(due, 'Asia/Kolkata').advice).toMatch(/by Tue,? 1 Dec.*05:29, with/);
});

it('an inquiry says that nothing was taken back, and that a full refund answers it, too (D52)', () => {
  expect(disputeWords({ ...dispute, state: 'inquiry' })).toEqual({
    title: 'A customer’s bank asks about £24.00 of order 12 of The Old Ferry; nothing was taken back',
    advice: 'Answer in your Stripe dashboard, or refund it in full.',
  });
  expect(disputeWords({ ...dispute, state: 'inquiry', order: null }).title).toContain(
    'about £24.00; nothing',
  );
});

it('what the seller can still answer is shown, and nothing else (D52)', () => {
  const shown = disputeStates.filter((state) => isToAnswer({ ...dispute, state }));
  expect(shown).toEqual(['inquiry', 'needs-response']);
});
