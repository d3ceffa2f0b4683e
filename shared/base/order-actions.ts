/** What staff do with an order. */
export const orderActions = [
  'accept',
  'readNote',
  'moveReadyTime',
  'progress',
  'checkAge',
  'refuseAge',
  'regress',
  'complete',
  'cancel',
  'refund',
] as const;
