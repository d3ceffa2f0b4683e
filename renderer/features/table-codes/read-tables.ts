import { LONGEST_TABLE, MOST_TABLES } from '#shared/base/table-names.ts';

/** Tables as a person lists them, each once, in their order; or what is wrong, in words. */
export type TablesRead = { tables: string[] } | { problem: string };

/** `1-20, Bar, Garden 3`: names, and numbers from one to another, which may stand behind a word (`Garden 1-6`). */
export function readTables(typed: string): TablesRead {
  const tables = new Set<string>();
  for (const part of typed.split(/[,;\n]/)) {
    const name = part.trim().replaceAll(/\s+/g, ' ');
    if (name === '') continue;
    const several = rangeIn(name);
    if (typeof several === 'string') return { problem: several };
    for (const table of several ?? [name]) {
      if (table.length > LONGEST_TABLE)
        return { problem: `A table’s name has ${LONGEST_TABLE} letters at most: ${table}` };
      tables.add(table);
    }
    if (tables.size > MOST_TABLES) return { problem: tooMany };
  }
  return tables.size > 0 ? { tables: [...tables] } : { problem: 'Please name a table, such as 1-20 or Bar.' };
}

const tooMany = `That is more than ${MOST_TABLES} tables. Please print them in several goes.`;

/** The names from one number to another, null if it is one name, or what is wrong with it. */
function rangeIn(name: string): string[] | string | null {
  const {
    before = '',
    from,
    to,
  } = /^(?<before>.*?)(?<from>\d{1,6})\s*[-–]\s*(?<to>\d{1,6})$/.exec(name)?.groups ?? {};
  if (from === undefined || to === undefined) return null;
  const [first, last] = [Number(from), Number(to)];
  if (last < first) return `${name} goes backwards. Please write the smaller number first.`;
  if (last - first >= MOST_TABLES) return tooMany;
  // `01-12` keeps its noughts.
  const width = from.startsWith('0') ? from.length : 0;
  return Array.from(
    { length: last - first + 1 },
    (_, at) => before + String(first + at).padStart(width, '0'),
  );
}
