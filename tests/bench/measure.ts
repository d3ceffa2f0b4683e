/** One figure of the benchmark: ours and its floor, measured in the same run, and the target for their ratio. */
export type Row = {
  id: string;
  what: string;
  ours: string;
  floor: string;
  ratio: number;
  /** `>= 0.6` or `<= 3`; empty for a row without a target. */
  target: string;
};

/** Measures ours and the floor alternately (A B A B A B), so that a slow moment of the machine affects both. */
export async function alternate<T>(
  rounds: number,
  ours: () => Promise<T>,
  floor: () => Promise<T>,
): Promise<{ ours: T[]; floor: T[] }> {
  const samples: { ours: T[]; floor: T[] } = { ours: [], floor: [] };
  for (let round = 0; round < rounds; round += 1) {
    samples.ours.push(await ours());
    samples.floor.push(await floor());
  }
  return samples;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which `share` of the values lie; nearest rank. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? Number.NaN;
}

export function row(
  id: string,
  what: string,
  ours: number,
  floor: number,
  unit: string,
  target: string,
): Row {
  const show = (value: number) =>
    `${value >= 100 ? Math.round(value) : Number(value.toPrecision(3))} ${unit}`;
  return { id, what, ours: show(ours), floor: show(floor), ratio: ours / floor, target };
}

export function holds({ ratio, target }: Row): boolean {
  if (target === '') return true;
  const [sign, bound] = target.split(' ');
  return sign === '>=' ? ratio >= Number(bound) : ratio <= Number(bound);
}

/**
 * Calls `once` from `callers` concurrently until `durationMs` is over; returns how many calls, and how long each
 * took.
 */
export async function load(
  callers: number,
  durationMs: number,
  once: (caller: number) => Promise<void>,
): Promise<{ perSecond: number; latenciesMs: number[] }> {
  const latenciesMs: number[] = [];
  const started = performance.now();
  const end = started + durationMs;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let now = performance.now(); now < end;) {
        await once(caller);
        const then = now;
        now = performance.now();
        latenciesMs.push(now - then);
      }
    }),
  );
  return { perSecond: (latenciesMs.length * 1000) / (performance.now() - started), latenciesMs };
}
