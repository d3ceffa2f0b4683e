/** Here the family name comes first, or stands in the same word. */
const familyNameFirst = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * The first name in what a guest gave as their name; null if nothing of it is surely one. What stands behind a comma is
 * the first name of "Raman, Priya", and an address or a telephone number is none.
 */
export function firstNameOf(customerName: string): string | null {
  if (familyNameFirst.test(customerName)) return null;
  const [before = '', behind = ''] = customerName.split(',', 2);
  return firstWord(behind) ?? firstWord(before);
}

function firstWord(text: string): string | null {
  const word = text.trim().split(/\s+/u, 1)[0] ?? '';
  if (word.includes('@')) return null;
  // Longer ones are cut: they would push others off the screen.
  return /\p{L}[\p{L}\p{M}'’-]{0,19}/u.exec(word)?.[0] ?? null;
}
