import Papa from 'papaparse';
import { columnOf, unguarded, type Column } from './columns.ts';

/** A row of the file, its cells by column; `line` is its row in a spreadsheet, where the heading is 1. */
export type SheetRow = { line: number; cells: Partial<Record<Column, string>> };
export type Sheet = { columns: Column[]; rows: SheetRow[]; problems: string[] };

export const MOST_BYTES = 5_000_000;
const CHUNK_BYTES = 32_768;

/**
 * Reads a file as spreadsheets save it: with commas, semicolons or tabs; UTF-8, UTF-16 or Windows-1252.
 * @param onProgress called with the share that has been read, from 0 to 1
 */
export async function readSheet(file: File, onProgress: (share: number) => void): Promise<Sheet> {
  if (file.size > MOST_BYTES)
    return { columns: [], rows: [], problems: ['This file is too large to be a menu.'] };
  // Papa yields to the page between chunks, which the browser reads asynchronously.
  const text = new File([decoded(await file.arrayBuffer())], file.name);
  const lines: string[][] = [];
  await new Promise<void>((resolve, reject) => {
    Papa.parse<string[]>(text, {
      chunkSize: CHUNK_BYTES,
      chunk({ data, meta }) {
        lines.push(...data);
        onProgress(Math.min(1, meta.cursor / Math.max(1, text.size)));
      },
      complete: () => resolve(),
      error: reject,
    });
  });
  return sheetOf(lines);
}

function decoded(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export function sheetOf(lines: readonly string[][]): Sheet {
  const [headings = [], ...body] = lines;
  const places = headings.map(columnOf);
  const found = places.filter((column) => column !== null);
  const problems = (['category', 'item', 'price'] as const)
    .filter((column) => !found.includes(column))
    .map((column) => `The first row must name a column “${column[0]?.toUpperCase()}${column.slice(1)}”.`);
  const twice = found.find((column, index) => found.indexOf(column) !== index);
  if (twice) problems.push(`Two columns say the same: “${headings[places.lastIndexOf(twice)]}”.`);
  const rows = body.flatMap((line, index): SheetRow[] => {
    const cells: SheetRow['cells'] = {};
    places.forEach((column, place) => {
      const text = unguarded(line[place] ?? '').trim();
      if (column && text !== '') cells[column] = text;
    });
    return Object.keys(cells).length === 0 ? [] : [{ line: index + 2, cells }];
  });
  return { columns: found, rows, problems };
}
