import type { Profile } from '../../api/read-profile.ts';

const AUTHORISE = 'https://connect.stripe.com/oauth/authorize';

/**
 * Stripe's page for connecting an account, with the way back to the API. The client id is the server's, or the one of
 * this build (`VITE_STRIPE_CLIENT_ID`); null without either. The state is the one that the server signed, or the
 * account's id if the server gives none.
 * @param apiBase may be relative to `page`, the address of the page that shows the link
 */
export function connectLink(
  { id, stripeClientId = import.meta.env['VITE_STRIPE_CLIENT_ID'], stripeConnectState }: Profile,
  apiBase: string,
  page: string,
): string | null {
  if (!stripeClientId) return null;
  const query = new URLSearchParams({
    response_type: 'code',
    scope: 'read_write',
    client_id: stripeClientId,
    state: stripeConnectState ?? id,
    redirect_uri: new URL(`${apiBase}/stripe/get-token`, page).href,
  });
  return `${AUTHORISE}?${query.toString()}`;
}
