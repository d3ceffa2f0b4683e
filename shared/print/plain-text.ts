/**
 * Text that cannot drive a printer (hazards T3): no control character, nothing that turns the reading direction round,
 * no line of its own. Three dots are three characters, so that a line's width is known before its code page is.
 */
export function plainText(text: string): string {
  return (
    text
      .normalize('NFC')
      .replaceAll(/\s+/g, ' ')
      .replaceAll('…', '...')
      // The joiner stays: it holds the parts of one emoji together.
      .replaceAll(/(?!\u200D)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
      .trim()
  );
}

/** The characters of a text as people count them. */
export function glyphsOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How many columns a text takes on paper: two for each glyph of East Asian width, and for an emoji. */
export function widthOf(text: string): number {
  return glyphsOf(text).reduce((width, glyph) => width + (wide.test(glyph) ? 2 : 1), 0);
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303F\uFF01-\uFF60]/u;
