/** The address that this document was opened at, wherever one has gone in it since. */
export function openedAt(): URL {
  return new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href);
}

/** Stripe sent somebody back here. */
export function cameBackFromStripe({ pathname, searchParams }: URL): boolean {
  return pathname === '/payouts' && searchParams.has('stripe');
}
