/** How long to wait for the answer to a password, in ms. */
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

/** `body` is undefined if it is empty, and null if it is no JSON. */
export type Answer = { ok: boolean; status: number; body: unknown };

/**
 * Sends a password or a token to a server. Null if the server cannot be reached, has not answered before the signal,
 * or breaks off its answer.
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
      // The secret is for this server alone, so redirects fail.
      redirect: 'error',
      // A sign-out must go on while the page is unloaded.
      keepalive: true,
      signal,
    });
    return { ok: reply.ok, status: reply.status, body: parsed(await reply.text()) };
  } catch {
    return null;
  }
}

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
