/** One spreadsheet for all: CRLF, and a byte order mark by which Excel reads it as UTF-8. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((cells) => `${cells.join(',')}\r\n`).join('')}`;
}

/** The columns of a spreadsheet; a cell may tell a time by the clocks of `zone`. */
export type CsvColumns<Row> = [heading: string, cell: (row: Row, zone?: string) => string][];

/** A line of headings, and one for each row. */
export function csvOfColumns<Row>(columns: CsvColumns<Row>, rows: readonly Row[], zone?: string): string {
  return csvOf([
    columns.map(([heading]) => heading),
    ...rows.map((row) => columns.map(([, cell]) => cell(row, zone))),
  ]);
}

/** Text from people: always quoted, and never a formula that a spreadsheet would run. */
export function quoted(text: string): string {
  const harmless = /^\s*[=+\-@＝＋－＠]/.test(text) || /^[\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** `1234.56`, or `-1234.56`: digits alone, for a spreadsheet to add up. */
export function poundsCell(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
