/** Below the 10 s in which a server gives a lost answer again (D14), in ms: whoever asks anew is still in time. */
export const ANSWER_WITHIN_MS = 8_000;

type Fetch<Signal> = (
  url: string,
  init: {
    method: 'POST';
    headers: Record<string, string>;
    body: string;
    redirect: 'error';
    signal: Signal;
  },
) => Promise<{ ok: boolean; status: number; json(): Promise<unknown> }>;

/** `body` is null where it is no JSON. */
type Answer = { ok: boolean; status: number; body: unknown };

/**
 * Sends a password or a token to a server. Null where that cannot be reached, or has not answered by the signal, which
 * is one of {@link ANSWER_WITHIN_MS}.
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
      signal,
    });
    return { ok: reply.ok, status: reply.status, body: await reply.json().catch(() => null) };
  } catch {
    return null;
  }
}
