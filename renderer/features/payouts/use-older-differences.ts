import { useState } from 'react';
import type { Payouts } from '#shared/api/payouts.ts';
import { failureOf } from '../../api/failure.ts';
import { useServices } from '../../state/hooks.ts';

type Unexplained = Payouts['unexplained'];

/** The differences with those of older pages that were asked for; `older` asks for the next page, null after the last. */
export function useOlderDifferences(newest: Unexplained) {
  const { client } = useServices();
  const [read, setRead] = useState<Pick<Unexplained, 'differences' | 'nextCursor'> | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { nextCursor: cursor } = read ?? newest;
  // The newest are read again and again: what they say of a difference counts, and what has left them stays.
  const differences = [
    ...new Map(
      [...newest.differences, ...(read?.differences ?? [])].toReversed().map((one) => [one.id, one]),
    ).values(),
  ].toReversed();

  async function loadOlder(differencesCursor: string): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      const { unexplained } = await client.call('GET /sellers/payouts', {
        query: { limit: 1, differencesCursor },
      });
      setRead({ ...unexplained, differences: [...differences, ...unexplained.differences] });
    } catch (error) {
      setProblem(failureOf(error).message);
    }
    setBusy(false);
  }

  return {
    differences,
    older: cursor === undefined ? null : () => void loadOlder(cursor),
    busy,
    problem,
  };
}
