import { printClaim, type PrintClaim, type PrintClaimBody } from '#shared/api/print-claims.ts';
import type { RefreshOutcome } from '#shared/host/platform.ts';

/** What came of asking. `none`: this server settles nothing between tills. `unreached`: it cannot be asked now. */
export type ClaimOutcome = PrintClaim | { kind: 'none' | 'unreached' };

/** One sheet, and what is asked of it; the till's own name is added on the way. */
export type ClaimQuestion = Omit<PrintClaimBody, 'till'> & { outletId: string };

export type PrintClaims = {
  ask(question: ClaimQuestion, tillId: string): Promise<ClaimOutcome>;
  /** Whether the server settles between tills who prints; null while it cannot be asked. */
  areKept(): Promise<boolean | null>;
};

export type AskClaimsOptions = {
  apiBase: () => string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The access token as it is now; empty where nobody is signed in. */
  accessToken: () => string;
  refresh: (stale: string) => Promise<RefreshOutcome>;
  /** What people call this till. */
  tillName: () => string;
  /** How long an answer may take, in ms. */
  timeoutMs?: number;
};

const ANSWER_WITHIN_MS = 5_000;

type Answer = { status: number; body: unknown };

/** Asks the server which till prints a sheet, in the name of whoever is signed in. Never throws. */
export function askClaims(options: AskClaimsOptions): PrintClaims {
  const { apiBase, fetch, accessToken, refresh, tillName, timeoutMs = ANSWER_WITHIN_MS } = options;
  /** The server that has answered as one that keeps claims: what else it says later is a fault that passes. */
  let keeper: string | null = null;

  async function send(outletId: string, body: object, token: string): Promise<Answer | null> {
    try {
      const reply = await fetch(`${apiBase()}/sellers/outlets/${encodeURIComponent(outletId)}/print-claims`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await reply.text();
      return { status: reply.status, body: jsonOf(text) };
    } catch {
      return null;
    }
  }

  async function post(outletId: string, body: object): Promise<Answer | null> {
    const token = accessToken();
    const answer = token === '' ? { status: 401, body: null } : await send(outletId, body, token);
    if (answer?.status !== 401) return answer;
    const refreshed = await refresh(token);
    return refreshed.kind === 'refreshed' ? send(outletId, body, refreshed.accessToken) : null;
  }

  /** A server without this call says so, or answers something of its own. */
  function hasNone({ status }: Answer, base: string): boolean {
    return keeper !== base && (status === 404 || status === 405 || status === 501 || status < 300);
  }

  return {
    async ask({ outletId, ...question }, tillId) {
      const base = apiBase();
      const till = { id: tillId, name: tillName().slice(0, 120) };
      const answer = await post(outletId, { ...question, till });
      if (answer === null) return { kind: 'unreached' };
      const read = answer.status === 200 ? printClaim.safeParse(answer.body) : null;
      if (read?.success) {
        keeper = base;
        return read.data;
      }
      return { kind: hasNone(answer, base) ? 'none' : 'unreached' };
    },

    async areKept() {
      const base = apiBase();
      if (keeper === base) return true;
      // Whoever takes the call says what is missing from it.
      const answer = await post('none', {});
      if (answer === null) return null;
      if (answer.status === 400) return true;
      return hasNone(answer, base) ? false : null;
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
