import { z } from 'zod';
import { id } from './fields.ts';
import { dispute, payoutDetail, payoutsQuery, payoutsReply } from './payouts.ts';

/** What the card provider booked for the seller. */
export const payoutRoutes = {
  'GET /sellers/payouts': {
    summary: 'The payouts to the seller’s bank, and what the bank’s books and the ledger differ by.',
    access: 'verified',
    query: payoutsQuery,
    reply: payoutsReply,
    large: true,
  },
  'GET /sellers/payouts/:payoutId': {
    summary: 'One payout with every movement that it pays out.',
    access: 'verified',
    params: z.object({ payoutId: id }),
    reply: payoutDetail,
    large: true,
  },
  'GET /sellers/disputes': {
    summary:
      'Payments that customers’ banks took back or ask about, newest first, at most 200: all that can be answered, then the newest.',
    access: 'verified',
    reply: z.object({ disputes: z.array(dispute) }),
  },
} as const;
