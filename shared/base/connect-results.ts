/**
 * How the way to Stripe and back ended, as the payouts page is told by its address: `/payouts?stripe=<result>`. Whoever
 * comes back with a code has it after `#`, with `stripe=returned`, and their page finishes by a call of theirs.
 */
export const connectResults = {
  connected: 'Your Stripe account is connected.',
  denied: 'You did not let Stripe connect your account, so nothing has changed.',
  stale: 'This link to Stripe has been used already, or is too old. Please start again from this page.',
  foreign:
    'This link to Stripe was made for another account than the one you are signed in to. Nothing has changed.',
  failed: 'Stripe could not connect your account. Please try again.',
} as const;
export type ConnectResult = keyof typeof connectResults;
