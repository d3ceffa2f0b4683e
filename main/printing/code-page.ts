import iconv from 'iconv-lite';
import type { CodePage } from '#shared/print/printer.ts';

const encodings: Record<CodePage, string> = {
  PC858_EURO: 'CP858',
  PC437_USA: 'CP437',
  PC850_MULTILINGUAL: 'CP850',
  WPC1252: 'CP1252',
  ISO8859_15_LATIN9: 'ISO-8859-15',
};

/** Replacements for characters that a page lacks, with the same meaning. */
const standIns: Record<string, string> = {
  '−': '-',
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '•': '*',
  '·': '.',
};

/** Whether the page has the character, as one byte that is no printer command. */
function has(codePage: CodePage, character: string): boolean {
  const bytes = iconv.encode(character, encodings[codePage]);
  const [byte = 0] = bytes;
  return (
    bytes.length === 1 &&
    byte >= 0x20 &&
    byte !== 0x7f &&
    iconv.decode(bytes, encodings[codePage]) === character
  );
}

/** The text in the page's characters; null if it has a glyph that the page lacks. */
export function inPage(codePage: CodePage, text: string): string | null {
  let written = '';
  for (const character of text) {
    const fitting = [character, standIns[character]].find(
      (candidate) => candidate !== undefined && has(codePage, candidate),
    );
    if (fitting === undefined) return null;
    written += fitting;
  }
  return written;
}

/** The text in the page's characters, with a question mark for each that the page lacks. */
export function inPageAtLeast(codePage: CodePage, text: string): string {
  return Array.from(text, (character) => inPage(codePage, character) ?? '?').join('');
}
