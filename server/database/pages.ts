import { sql } from 'kysely';

/** The last entry of a page: its sort key, then its id to break ties. */
export type Cursor = { sort: string; id: string };

/** `total` counts the whole list, not the page. */
export type Page<T> = { items: T[]; nextCursor: string | null; total: number };

export const DEFAULT_PAGE_SIZE = 50;

/** The query that counts a list selects this. */
export const total = sql<number>`count(*)`.as('total');

type PageQuery<Row, T> = {
  /** Counts the whole list. */
  count: { executeTakeFirstOrThrow(): Promise<{ total: number }> };
  /** What is behind the cursor, in order. */
  behind: { limit(rows: number): { execute(): Promise<Row[]> } };
  /** How many entries a page has. */
  limit: number;
  cursorOf: (row: Row) => Cursor;
  read: (row: Row) => T;
};

/** Reads a page of a list. One row more than fits is read, which only shows that there is a next page. */
export async function readPage<Row, T>({
  count,
  behind,
  limit,
  cursorOf,
  read,
}: PageQuery<Row, T>): Promise<Page<T>> {
  const rows = await behind.limit(limit + 1).execute();
  const counted = await count.executeTakeFirstOrThrow();
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(read),
    nextCursor: last ? writeCursor(cursorOf(last)) : null,
    total: counted.total,
  };
}

/** Null for a text that is no cursor of ours. */
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

/** An `ilike` pattern that matches the text anywhere, with its special characters escaped. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

function writeCursor({ sort, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, id])).toString('base64url');
}
