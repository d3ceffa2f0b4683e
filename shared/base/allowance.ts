/** How often something may happen: a burst at once, and how many a second after it. */
export type Allowance = { burst: number; perSecond: number };

/**
 * Whether something may happen once more now: a bucket that fills at a steady rate. What is refused costs nothing.
 * @param now the time in ms
 */
export function allowance({ burst, perSecond }: Allowance, now: () => number): (cost?: number) => boolean {
  let left = burst;
  let checked = now();
  return (cost = 1) => {
    const at = now();
    left = Math.min(burst, left + ((at - checked) / 1000) * perSecond);
    checked = at;
    if (left < cost) return false;
    left -= cost;
    return true;
  };
}
