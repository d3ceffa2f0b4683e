/** Text that a database cannot hold as it is: with a NUL, or with half of a character. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** The paths in a value, such as `items.0.name`, at which there is text that cannot be kept; what is there is left alone. */
export function unstorableText(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    unstorableText(inner, path === '' ? name : `${path}.${name}`),
  );
}
