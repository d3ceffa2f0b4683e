import { useEffect, useState } from 'react';
import type { Client } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { openedAt } from '../../state/opened-at.ts';

/** The result of the finishing call; `null` while it runs, and if there is nothing to finish. */
export type Finished = { kind: 'connected' } | { kind: 'failed'; message: string };

let used = false;

/** What Stripe sent this tab back with, until it is used. A reload opens another address, without it. */
const returned = () => (used ? null : readReturn(openedAt()));

/** Exported for its test. */
export function readReturn({ pathname, searchParams, hash }: URL): { code: string; state: string } | null {
  const { code, state } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  const here = pathname === '/payouts' && searchParams.get('stripe') === 'returned';
  return here && code !== undefined && state !== undefined ? { code, state } : null;
}

/** Finishes, once, the connection that the link to Stripe began; only the account of the link can. */
export function useFinishConnecting(client: Client, refetch: () => unknown): Finished | 'finishing' | null {
  const [outcome, setOutcome] = useState<Finished | 'finishing' | null>(() => returned() && 'finishing');
  useEffect(
    function finishOnce() {
      const body = returned();
      if (!body) return;
      used = true;
      client
        .call('POST /sellers/stripe-account', { body })
        .then(
          (): Finished => ({ kind: 'connected' }),
          (error: unknown): Finished => ({ kind: 'failed', message: failureOf(error).message }),
        )
        .then(async (finished) => {
          // The first joins a read that may have begun before the connection, and the second is newer than it.
          await refetch();
          await refetch();
          setOutcome(finished);
        })
        .catch(() => undefined);
    },
    [client, refetch],
  );
  return outcome;
}
