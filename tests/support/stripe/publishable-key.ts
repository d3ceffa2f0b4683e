/** What everybody has who read an outlet's menu. */
export type PublishableKey = { publishableKey: string; account: string; apiBase: string | null };

/**
 * Tries a card on an intent as anybody can who knows its secret: with the publishable key, and without our server.
 * Returns the status of Stripe's answer, and what it says.
 */
export async function confirmAsAnybody(
  { publishableKey, account, apiBase }: PublishableKey,
  clientSecret: string,
  card: string,
): Promise<{ status: number; message: string }> {
  const [intent = ''] = clientSecret.split('_secret_');
  const reply = await fetch(`${apiBase ?? 'https://api.stripe.com'}/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}`, 'stripe-account': account },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: card }),
  });
  const { error } = (await reply.json()) as { error?: { message?: string } };
  return { status: reply.status, message: error?.message ?? '' };
}
