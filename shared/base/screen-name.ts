/** In characters; longer names are cut. */
export const LONGEST_SCREEN_NAME = 60;

/** The name of a screen as it is kept: trimmed and cut; null if it is empty or holds what is no text. */
export function readScreenName(given: string): string | null {
  if (/[\p{Cc}\p{Cs}]/u.test(given)) return null;
  // By characters, so that none is cut in two.
  return Array.from(given.trim()).slice(0, LONGEST_SCREEN_NAME).join('').trim() || null;
}
