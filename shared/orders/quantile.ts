/** The value that so large a share of the values does not exceed. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

export type Weighed = { value: number; weight: number };

/** The same of values of which some count for more than others. */
export function weighedQuantile(values: Weighed[], share: number): number {
  const sorted = values.toSorted((one, other) => one.value - other.value);
  let left = share * sorted.reduce((sum, { weight }) => sum + weight, 0);
  const found = sorted.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return (found ?? sorted.at(-1))?.value ?? 0;
}
