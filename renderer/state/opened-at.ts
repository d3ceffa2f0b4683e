/** The address at which this document was opened, before any navigation inside the app. */
export function openedAt(): URL {
  return new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href);
}

/** Whether Stripe sent somebody back here. */
export function cameBackFromStripe({ pathname, searchParams }: URL): boolean {
  return pathname === '/payouts' && searchParams.has('stripe');
}
