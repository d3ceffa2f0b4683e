/**
 * Text that cannot control a printer: without control characters, changes of reading direction or line breaks. An
 * ellipsis becomes three dots, so that a line's width is known before its code page is.
 */
export function plainText(text: string): string {
  return (
    text
      .normalize('NFC')
      .replaceAll(/\s+/g, ' ')
      .replaceAll('…', '...')
      // The joiner stays, because it joins the parts of one emoji.
      .replaceAll(/(?!\u200D)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
      .trim()
  );
}

/** A text's characters as people count them. */
export function glyphsOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** A text's width on paper in columns: two for each wide East Asian character and each emoji. */
export function widthOf(text: string): number {
  return glyphsOf(text).reduce((width, glyph) => width + (wide.test(glyph) ? 2 : 1), 0);
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303F\uFF01-\uFF60]/u;
