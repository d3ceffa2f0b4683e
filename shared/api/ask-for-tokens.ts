import type { Answer } from './post-secret.ts';
import { readTokens } from './read-account.ts';

type Tokens = NonNullable<ReturnType<typeof readTokens>>;

/** How long each attempt waits for its answer, in ms: a dead connection is given up early, a slow one is not. */
const WITHIN_MS = [5_000, 10_000];

/**
 * Exchanges a refresh token. If the answer is lost, the same token is sent again: the server returns the same
 * successor until that was used.
 *
 * @param ask sends the token and waits at most so many ms; null for no answer
 * @param isCurrent false once the session has changed, so that the answer no longer matters
 * @returns `refused` if the server says that the session is over; `unanswered` if the outcome is unknown
 */
export async function askForTokens(
  ask: (withinMs: number) => Promise<Answer | null>,
  isCurrent: () => boolean,
): Promise<Tokens | 'refused' | 'unanswered'> {
  for (const withinMs of WITHIN_MS) {
    const answer = await ask(withinMs);
    if (answer && isRefusal(answer)) return 'refused';
    const tokens = answer?.ok ? readTokens(answer.body) : null;
    if (tokens) return tokens;
    if (!isCurrent()) break;
  }
  return 'unanswered';
}

/**
 * Any 4xx refuses the token, except those that are only temporary. But a proxy's own page, such as its 404 while the
 * server is being replaced, says nothing about the session: what is no JSON object is believed only of 401, and of a
 * status that refuses without a word.
 */
function isRefusal({ status, body }: Answer): boolean {
  if (status < 400 || status >= 500 || ofTheMoment.has(status)) return false;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return status === 401 || isObject || (body === undefined && refusing.has(status));
}
/** Request timeout, too early, too many requests. */
const ofTheMoment: ReadonlySet<number> = new Set([408, 425, 429]);
/** Bad request, forbidden. */
const refusing: ReadonlySet<number> = new Set([400, 403]);
