import { z } from 'zod';
import { printClaim, type PrintClaim, type PrintClaimBody } from '#shared/api/print-claims.ts';
import type { RefreshOutcome } from '#shared/host/session.ts';

/** The server's answer. `none`: this server supports no claims. `unreached`: it cannot be asked now. */
export type ClaimOutcome = PrintClaim | { kind: 'none' | 'unreached' };

/** A request about one sheet's claim; the till's own name is added when it is sent. */
export type ClaimQuestion = Omit<PrintClaimBody, 'till'> & { outletId: string };

export type PrintClaims = {
  ask(question: ClaimQuestion, tillId: string): Promise<ClaimOutcome>;
  /** Whether the server supports claims; null while it cannot be asked. */
  areKept(): Promise<boolean | null>;
};

export type AskClaimsOptions = {
  apiBase: () => string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The current access token; empty if nobody is signed in. */
  accessToken: () => string;
  refresh: (stale: string) => Promise<RefreshOutcome>;
  /** The till's readable name. */
  tillName: () => string;
  /** How long an answer may take, in ms. */
  timeoutMs?: number;
};

const ANSWER_WITHIN_MS = 5_000;

/** The server's own word; a page of some proxy's has it not. */
const notFound = z.object({ error: z.object({ code: z.literal('NOT_FOUND') }) });

type Answer = { status: number; body: unknown };

/** Asks the server which till prints a sheet, with the current session. Never throws. */
export function askClaims(options: AskClaimsOptions): PrintClaims {
  const { apiBase, fetch, accessToken, refresh, tillName, timeoutMs = ANSWER_WITHIN_MS } = options;
  /** The server that is known to support claims: a later answer to the contrary is a passing error. */
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

  /** Whether a server's answer shows that it does not have this call, or no such sheet for whoever is signed in. */
  function hasNone({ status, body }: Answer, base: string): boolean {
    if (status === 404 && notFound.safeParse(body).success) return true;
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
      // A server that has the call refuses an incomplete request by naming what is missing.
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
