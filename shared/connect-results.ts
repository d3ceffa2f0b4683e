/** How the way to Stripe and back ended, as the payouts page is told by its address: `/payouts?stripe=<result>`. */
export const connectResults = {
  connected: 'Your Stripe account is connected.',
  denied: 'You did not let Stripe connect your account, so nothing has changed.',
  stale: 'This link to Stripe has been used already, or is too old. Please start again from this page.',
  failed: 'Stripe could not connect your account. Please try again.',
} as const;
export type ConnectResult = keyof typeof connectResults;
