import { holds, percentile, type Verdict } from './claims/verdict.ts';

const seconds = (ms: number) => (Number.isNaN(ms) ? '' : (ms / 1000).toFixed(2));

/** One claim a line: the figure it must keep, how many were looked at, their times, and the verdict. */
export function tableOf(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map((verdict) => [
    verdict.claim,
    verdict.kept,
    String(verdict.looked),
    ...[0.5, 0.95, 1].map((share) => seconds(percentile(verdict.times, share))),
    holds(verdict) ? 'kept' : verdict.looked === 0 ? 'not tried' : `broken, ${verdict.breaches.length}`,
  ]);
  const table = [['claim', 'must keep', 'looked at', 'p50 s', 'p95 s', 'max s', 'verdict'], ...rows];
  const widths = table[0]?.map((_title, at) => Math.max(...table.map((row) => row[at]?.length ?? 0))) ?? [];
  const lines = table.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
  const breaches = verdicts.flatMap(({ claim, breaches: found }) =>
    found.slice(0, 5).map((breach) => `  ${claim}: ${breach}`),
  );
  return [...lines, ...breaches].join('\n');
}
