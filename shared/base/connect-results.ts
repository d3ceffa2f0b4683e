/**
 * How connecting a Stripe account ended; the payouts page reads it from its address, `/payouts?stripe=<result>`. A
 * seller who comes back with a code has it after `#`, with `stripe=returned`, and the page finishes with a signed-in
 * call.
 */
export const connectResults = {
  connected: 'Your Stripe account is connected.',
  denied: 'You did not let Stripe connect your account, so nothing has changed.',
  stale: 'This link to Stripe has been used already, or is too old. Please start again from this page.',
  foreign:
    'This link to Stripe was made for another account than the one you are signed in to. Nothing has changed.',
  taken:
    'This Stripe account is connected to another business here. Disconnect it there first, or connect another account.',
  failed: 'Stripe could not connect your account. Please try again.',
} as const;
export type ConnectResult = keyof typeof connectResults;
