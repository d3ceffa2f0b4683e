/**
 * The columns of a catalog's file, in the order in which they are written, each with the other names that are
 * accepted.
 */
export const columns = {
  category: { heading: 'Category', also: ['section', 'menu', 'group', 'course'] },
  item: { heading: 'Item', also: ['name', 'item name', 'dish', 'product', 'drink'] },
  note: { heading: 'Note', also: ['notes', 'description', 'details'] },
  price: { heading: 'Price', also: ['cost', 'price (£)', 'cost (£)', 'price £', '£', 'amount'] },
  allergens: { heading: 'Allergens', also: ['allergen', 'contains'] },
  age: { heading: '18+', also: ['age', 'over 18', 'alcohol'] },
  vat: { heading: 'VAT', also: ['vat rate', 'vat %', 'vat (%)', 'tax'] },
  hours: { heading: 'Hours', also: ['served', 'item hours', 'available'] },
  happyPrice: { heading: 'Happy hour price', also: ['happy price', 'happy hour cost'] },
  happyHours: { heading: 'Happy hour', also: ['happy hours'] },
  categoryHours: { heading: 'Category hours', also: ['section hours', 'menu hours'] },
  categoryHappyPrice: { heading: 'Category happy hour price', also: ['category happy price'] },
  categoryHappyHours: { heading: 'Category happy hour', also: ['category happy hours'] },
  modifier: { heading: 'Modifier', also: ['modifiers', 'question'] },
  requirement: { heading: 'Requirement', also: ['kind', 'modifier kind'] },
  modifierNote: { heading: 'Modifier notes', also: ['modifier note'] },
  option: { heading: 'Option', also: ['options', 'choice'] },
  optionAllergens: { heading: 'Option allergens', also: ['option allergen', 'option contains'] },
  optionAge: { heading: 'Option 18+', also: ['option age', 'option alcohol'] },
  optionPrice: { heading: 'Option price', also: ['option cost', 'extra', 'extra (£)'] },
  optionVat: { heading: 'Option VAT', also: ['option vat rate'] },
} as const;
export type Column = keyof typeof columns;

/** The column of a heading; null if it is none of them. */
export function columnOf(heading: string): Column | null {
  const said = heading.trim().toLowerCase();
  for (const [column, { heading: own, also }] of Object.entries(columns) as [
    Column,
    { heading: string; also: readonly string[] },
  ][])
    if (own.toLowerCase() === said || also.includes(said)) return column;
  return null;
}

/**
 * Text that a spreadsheet would run as a formula: it begins with one of these, after any blanks and apostrophes. Such
 * text is written behind another apostrophe, which is removed when it is read.
 */
const FORMULA = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
export const unguarded = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
