import type { Answer } from './post-secret.ts';
import { readTokens } from './read-account.ts';

type Tokens = NonNullable<ReturnType<typeof readTokens>>;

/** How long each question waits for its answer, in ms: a dead connection is given up early, a slow one is not. */
const WITHIN_MS = [5_000, 10_000];

/**
 * Exchanges a refresh token. Where the answer is lost, the same token is sent again: the server gives the same
 * successor until that was used.
 *
 * @param ask sends the token, waits at most so many ms, and gives null for no answer
 * @param isCurrent false once the session has changed: the answer then matters to nobody
 * @returns `refused` where the server says that the session is over; `unanswered` where nobody knows
 */
export async function askForTokens(
  ask: (withinMs: number) => Promise<Answer | null>,
  isCurrent: () => boolean,
): Promise<Tokens | 'refused' | 'unanswered'> {
  for (const withinMs of WITHIN_MS) {
    const answer = await ask(withinMs);
    if (answer && isRefusal(answer.status)) return 'refused';
    const tokens = answer?.ok ? readTokens(answer.body) : null;
    if (tokens) return tokens;
    if (!isCurrent()) break;
  }
  return 'unanswered';
}

/** Whatever a server means by a 4xx, it is about this token; but for those that speak of the moment. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !ofTheMoment.has(status);
}
/** Request timeout, too early, too many requests. */
const ofTheMoment: ReadonlySet<number> = new Set([408, 425, 429]);
