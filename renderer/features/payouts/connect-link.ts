import type { Profile } from '../../api/read-profile.ts';

const AUTHORISE = 'https://connect.stripe.com/oauth/authorize';

/**
 * Stripe's page for connecting an account, with the way back to the API (D39). The platform's client id is the server's
 * word, or the one that this app was built with (`VITE_STRIPE_CLIENT_ID`); null where there is neither. The state is
 * the server's signed one where it gives that, else the account's id.
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
