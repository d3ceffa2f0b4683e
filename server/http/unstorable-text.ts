/** A database cannot store text with a NUL or with half of a surrogate pair. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** The paths in a value, such as `items.0.name`, of text that cannot be stored. */
export function unstorableText(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    unstorableText(inner, path === '' ? name : `${path}.${name}`),
  );
}
