import Papa, { type ParseLocalConfig } from 'papaparse';
import { columnOf, unguarded, type Column } from './columns.ts';

/** A row of the file, its cells by column; `line` is its row in a spreadsheet, where the heading is 1. */
export type SheetRow = { line: number; cells: Partial<Record<Column, string>> };
export type Sheet = { columns: Column[]; rows: SheetRow[]; problems: string[] };

const MOST_BYTES = 5_000_000;
/** What is read in one go: reading millions at once would hold up the page. */
const CHUNK_LETTERS = 32_768;

/**
 * Reads a file as spreadsheets save it: with commas, semicolons or tabs; UTF-8, UTF-16 or Windows-1252.
 * @param onProgress called with the share that has been read, from 0 to 1
 */
export async function readSheet(file: File, onProgress: (share: number) => void): Promise<Sheet> {
  if (file.size > MOST_BYTES) return unread('This file is too large to be a menu.');
  const { lines, badlyQuoted } = await linesOf(decoded(await file.arrayBuffer()), onProgress);
  return badlyQuoted === null
    ? sheetOf(lines)
    : unread(`Row ${badlyQuoted}: a quotation mark is not closed or not doubled.`);
}

const unread = (problem: string): Sheet => ({ columns: [], rows: [], problems: [problem] });

/** `badlyQuoted` is the first row that a quotation mark may have joined with others; nothing is read beyond it. */
type Lines = { lines: string[][]; badlyQuoted: number | null };

/** Papa reads a text in chunks as it does a file, which its types do not say. */
type InChunks = Pick<ParseLocalConfig<string[]>, 'chunkSize' | 'chunk' | 'complete'>;

/** Of the text, and not of a file: Papa cuts a file by bytes, through the middle of letters. */
function linesOf(text: string, onProgress: (share: number) => void): Promise<Lines> {
  const lines: string[][] = [];
  return new Promise((resolve) => {
    const inChunks: InChunks = {
      chunkSize: CHUNK_LETTERS,
      chunk({ data, errors, meta }, parser) {
        // The last row of a chunk is read again with the next one, and may seem badly quoted only where it is cut.
        const wrong = errors.find(({ type, row = 0 }) => type === 'Quotes' && row < data.length);
        if (wrong) resolve({ lines, badlyQuoted: lines.length + (wrong.row ?? 0) + 1 });
        if (wrong) return parser.abort();
        lines.push(...data);
        onProgress(Math.min(1, meta.cursor / Math.max(1, text.length)));
        // The page has its turn between the chunks.
        parser.pause();
        setTimeout(() => parser.resume());
      },
      complete: () => resolve({ lines, badlyQuoted: null }),
    };
    Papa.parse<string[]>(text, inChunks);
  });
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

function sheetOf(lines: readonly string[][]): Sheet {
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
