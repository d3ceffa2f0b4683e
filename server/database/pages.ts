/** The last entry of a page: what the list is sorted by, then the id that settles ties. */
export type Cursor = { sort: string; id: string };

/** What a page is cut from, in the list's own order. */
export type Page<T> = { items: T[]; nextCursor: string | null; total: number };

export const DEFAULT_PAGE_SIZE = 50;

/**
 * One page of rows that were read in order, from behind the cursor, and with one more than fits: that one only tells
 * that there is a next page.
 */
export function pageOf<Row, T>(
  rows: Row[],
  limit: number,
  total: number,
  cursorOf: (row: Row) => Cursor,
  read: (row: Row) => T,
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(read), nextCursor: last ? writeCursor(cursorOf(last)) : null, total };
}

/** Null for what no page ever gave out. */
export function readCursor(text: string): Cursor | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(parsed)) return null;
    const [sort, id] = parsed as unknown[];
    return typeof sort === 'string' && typeof id === 'string' ? { sort, id } : null;
  } catch {
    return null;
  }
}

/** A pattern for `ilike` that finds the text anywhere, whatever signs it has. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

function writeCursor({ sort, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, id])).toString('base64url');
}
