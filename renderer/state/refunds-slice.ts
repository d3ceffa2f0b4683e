import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { LineCount } from '#shared/api/orders.ts';
import type { Pence } from '#shared/base/money.ts';

/** A confirmed refund: sent unchanged, however often, until there is an answer. */
export type RefundDecision = {
  idempotencyKey: string;
  /** The order's version and, below, its refunds in pence when it was pressed. */
  version: number;
  refunded: number;
  amount: Pence;
  reason: string;
  /** What it is for; left out if no line was chosen. */
  lines?: LineCount[];
};

/** Refunds that were sent and not answered, by order id; persisted over a reload, so that none is made twice. */
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
