import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Pence } from '#shared/base/money.ts';

/** A refund that somebody confirmed: sent as it is, however often, until there is an answer (D10). */
export type RefundDecision = {
  idempotencyKey: string;
  /** The order's version and refunds, in pence, that were on the screen. */
  version: number;
  refunded: number;
  amount: Pence;
  reason: string;
};

/** Refunds that were sent and not answered, by order id: kept over a reload, so that none is made a second time. */
export const refundsSlice = createSlice({
  name: 'refunds',
  initialState: (): Record<string, RefundDecision> => ({}),
  reducers: {
    refundSent(state, { payload }: PayloadAction<{ orderId: string; decision: RefundDecision }>) {
      state[payload.orderId] = payload.decision;
    },
    refundAnswered(state, { payload: orderId }: PayloadAction<string>) {
      delete state[orderId];
    },
  },
  selectors: {
    selectUnanswered: (state, orderId: string): RefundDecision | undefined => state[orderId],
  },
});

export const { refundSent, refundAnswered } = refundsSlice.actions;
export const { selectUnanswered } = refundsSlice.selectors;
