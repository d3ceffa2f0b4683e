/** What is claimed, the figure it must keep, and what was measured. */
export type Verdict = {
  claim: string;
  kept: string;
  /** How many were looked at; a claim about nothing proves nothing. */
  looked: number;
  /** Times in ms, where the claim is about time. */
  times: number[];
  /** Each breach in words; empty if the claim holds. */
  breaches: string[];
};

/** The value below which the given share of the values lies; NaN without any. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Whether the claim was tried at all, and held. */
export const holds = ({ looked, breaches }: Verdict): boolean => looked > 0 && breaches.length === 0;

/** The verdicts of several runs as if they were one. */
export function together(runs: readonly (readonly Verdict[])[]): Verdict[] {
  return groupedBy(runs.flat(), ({ claim }) => claim).flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    // A claim that one of the runs did not try was not kept there.
    const tried = same.every(({ looked }) => looked > 0) && same.length === runs.length;
    return {
      ...first,
      looked: tried ? same.reduce((sum, { looked }) => sum + looked, 0) : 0,
      times: same.flatMap(({ times }) => times),
      breaches: same.flatMap(({ breaches }) => breaches),
    };
  });
}

export function counted<T>(items: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

export function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string | number): T[][] {
  const groups = new Map<string | number, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}
