/** What staff do with an order. */
export const orderActions = ['accept', 'progress', 'regress', 'complete', 'cancel', 'refund'] as const;
