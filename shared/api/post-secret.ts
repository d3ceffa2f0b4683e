/** How long the answer to a password is waited for, in ms. */
export const ANSWER_WITHIN_MS = 8_000;

type Fetch<Signal> = (
  url: string,
  init: {
    method: 'POST';
    headers: Record<string, string>;
    body: string;
    redirect: 'error';
    keepalive: true;
    signal: Signal;
  },
) => Promise<{ ok: boolean; status: number; text(): Promise<string> }>;

/** `body` is null where it is no JSON. */
export type Answer = { ok: boolean; status: number; body: unknown };

/**
 * Sends a password or a token to a server. Null where that cannot be reached, has not answered by the signal, or
 * its answer broke off.
 */
export async function postSecret<Signal>(
  fetch: Fetch<Signal>,
  signal: Signal,
  url: string,
  secret: object,
): Promise<Answer | null> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(secret),
      // It goes to the server it was meant for, and not where that sends it on to.
      redirect: 'error',
      // A sign-out goes on while the page is replaced by another.
      keepalive: true,
      signal,
    });
    return { ok: reply.ok, status: reply.status, body: parsed(await reply.text()) };
  } catch {
    return null;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
