/** Whether two values are equal, in any order of fields. A field that is undefined or null equals a missing one. */
export function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((entry, index) => same(entry, other[index]))
    );
  if (typeof one !== 'object' || typeof other !== 'object') return (one ?? null) === (other ?? null);
  if (one === null || other === null || Array.isArray(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  for (const key of keys)
    if (!same((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key])) return false;
  return true;
}
