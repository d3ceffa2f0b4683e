/** How many colours tokens.css has for outlets; more outlets repeat them, so a name always stands beside one. */
const COLOURS = 8;

/** The number of the colour of the outlet at this place. */
export const placeOfColour = (place: number): number => (place % COLOURS) + 1;

/** Words that make no difference between names. */
const small = new Set(['the', 'a', 'an', 'of', 'and', '&', 'at']);

/** Two letters for a name: `OF` for The Old Ferry, `AN` for Annexe. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const telling = words.filter((word) => !small.has(word.toLowerCase()));
  const [first = '?', second] = telling.length > 0 ? telling : words;
  const letters = Array.from(first).slice(0, second === undefined ? 2 : 1);
  return [...letters, ...Array.from(second ?? '').slice(0, 1)].join('').toUpperCase();
}
