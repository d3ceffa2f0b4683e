import type { Span } from './run-log.ts';
import type { Heard } from './world/ear.ts';

/** While a screen said "Connected". */
export function connectedSpans(heard: readonly Heard[], until: number): Span[] {
  const spans: Span[] = [];
  let since: number | null = null;
  for (const what of heard.toSorted((a, b) => a.at - b.at)) {
    if (what.kind !== 'connection' && what.kind !== 'closed') continue;
    const connected = what.kind === 'connection' && what.connected;
    if (connected) since ??= what.at;
    else if (since !== null) {
      spans.push({ from: since, to: what.at });
      since = null;
    }
  }
  return since === null ? spans : [...spans, { from: since, to: until }];
}

/** What is left of the spans outside the others. */
export function without(spans: readonly Span[], others: readonly Span[]): Span[] {
  return others.reduce<Span[]>(
    (left, other) =>
      left.flatMap(({ from, to }) =>
        [
          { from, to: Math.min(to, other.from) },
          { from: Math.max(from, other.to), to },
        ].filter((part) => part.from < part.to),
      ),
    [...spans],
  );
}
