type HandsOver = { readonly id: string; readonly fallback: string | null };

/** The named station and those along its fallbacks, each once. */
export function fallbacksFrom<S extends HandsOver>(stations: readonly S[], from: string): S[] {
  const chain: S[] = [];
  let at = stations.find(({ id }) => id === from);
  while (at && !chain.includes(at)) {
    chain.push(at);
    const next = at.fallback;
    at = stations.find(({ id }) => id === next);
  }
  return chain;
}

/** Whether the fallbacks from a station lead back to one of them. */
export function goesInCircle(stations: readonly HandsOver[], from: string): boolean {
  const chain = fallbacksFrom(stations, from);
  return chain.some(({ id }) => id === chain.at(-1)?.fallback);
}
