/** A rate: a burst at once, then so many a second. */
export type Allowance = { burst: number; perSecond: number };

/**
 * A token bucket: returns a function that says whether one more is allowed now. A refusal costs nothing.
 * @param now the time in ms
 */
export function allowance({ burst, perSecond }: Allowance, now: () => number): (cost?: number) => boolean {
  let left = burst;
  let checked = now();
  return (cost = 1) => {
    const at = now();
    // A clock that is set back takes nothing away.
    left = Math.min(burst, left + (Math.max(0, at - checked) / 1000) * perSecond);
    checked = at;
    if (left < cost) return false;
    left -= cost;
    return true;
  };
}
