import { vatRates, type Labelling, type VatRate } from '#shared/base/labelling.ts';
import type { Modifier, Serving } from '#shared/api/catalogs.ts';
import { pence, type Pence } from '#shared/base/money.ts';
import { parsePounds } from '#shared/base/typed-amounts.ts';
import { readAllergens } from './allergens-cell.ts';
import type { Column } from './columns.ts';
import type { Sheet, SheetRow } from './read-rows.ts';
import { readServingCells } from './serving-cells.ts';

/** A modifier in the file, without an id. */
export type SheetModifier = Omit<Modifier, 'id'>;
export type SheetItem = {
  name: string;
  cost: Pence;
  note: string;
  modifiers: SheetModifier[];
} & Labelling &
  Serving;
export type SheetCategory = { name: string; list: SheetItem[] } & Serving;
/** `told` are the columns in the file; other fields do not change. */
export type SheetMenu = { categories: SheetCategory[]; told: ReadonlySet<Column>; problems: string[] };

const LONGEST_NAME = 120;
const LONGEST_NOTE = 1_000;
const longTexts: ReadonlySet<string> = new Set<Column>([
  'note',
  'modifierNote',
  'allergens',
  'optionAllergens',
  'hours',
  'happyHours',
  'categoryHours',
  'categoryHappyHours',
]);

/**
 * Makes a menu of the rows. A row without an item continues the one above; what cannot be read is a problem with its
 * row number.
 */
export function menuOf({ columns, rows, problems: before }: Sheet): SheetMenu {
  const problems = [...before];
  const categories = new Map<string, SheetCategory>();
  let category: SheetCategory | undefined;
  let item: SheetItem | undefined;
  let modifier: SheetModifier | undefined;
  if (problems.length === 0) for (const row of rows) readRow(row);
  return { categories: [...categories.values()], told: new Set(columns), problems };

  function readRow({ line, cells }: SheetRow): void {
    const wrong = (message: string) => void problems.push(`Row ${line}: ${message}`);
    for (const [column, text] of Object.entries(cells)) {
      const longest = longTexts.has(column) ? LONGEST_NOTE : LONGEST_NAME;
      if (text.length > longest) wrong(`“${text.slice(0, 30)}…” is longer than ${longest} letters.`);
    }
    if (cells.category && cells.category !== category?.name) {
      category = categories.get(cells.category) ?? { name: cells.category, list: [] };
      categories.set(category.name, category);
      item = undefined;
    }
    if (!category) return wrong('it stands in no category.');
    const own = [cells.categoryHours, cells.categoryHappyPrice, cells.categoryHappyHours] as const;
    Object.assign(category, readServingCells(own, costOf, wrong));
    if (cells.item) {
      item = itemOf(cells, wrong);
      category.list.push(item);
      modifier = undefined;
    } else if (cells.price) return wrong('a price without an item.');
    if (!cells.modifier && !cells.option) return;
    if (!item) return wrong('a modifier without an item.');
    if (cells.modifier && cells.modifier !== modifier?.name) {
      modifier = {
        name: cells.modifier,
        kind: kindOf(cells.requirement, wrong),
        note: cells.modifierNote ?? '',
        list: [],
      };
      item.modifiers.push(modifier);
    }
    if (!cells.option) return;
    if (!modifier) return wrong('an option without a modifier.');
    if (modifier.list.some(({ name }) => name === cells.option))
      return wrong(`“${cells.option}” is there twice.`);
    const vatRate = vatOf(cells.optionVat, wrong);
    modifier.list.push({
      name: cells.option,
      cost: costOf(cells.optionPrice ?? '0', wrong),
      ...readAllergens(cells.optionAllergens, wrong),
      ...ageOf(cells.optionAge, wrong),
      ...(vatRate !== undefined && { vatRate }),
    });
  }
}

type Wrong = (message: string) => void;

function itemOf(cells: SheetRow['cells'], wrong: Wrong): SheetItem {
  return {
    name: cells.item ?? '',
    cost: cells.price ? costOf(cells.price, wrong) : (wrong('it has no price.'), pence(0)),
    note: cells.note ?? '',
    ...readAllergens(cells.allergens, wrong),
    ...ageOf(cells.age, wrong),
    vatRate: vatOf(cells.vat, wrong),
    ...readServingCells([cells.hours, cells.happyPrice, cells.happyHours], costOf, wrong),
    modifiers: [],
  };
}

function costOf(text: string, wrong: Wrong): Pence {
  const cost = parsePounds(text);
  if (cost === null) wrong(`“${text}” is no price.`);
  return cost ?? pence(0);
}

function kindOf(text: string | undefined, wrong: Wrong): Modifier['kind'] {
  const said = (text ?? 'Optional extra').toLowerCase().replaceAll(/[^a-z]/g, '');
  if (said === 'pickone' || said === 'required') return 'pickOne';
  if (said !== 'optionalextra' && said !== 'optional')
    wrong(`“${text}” is neither “Pick one” nor “Optional extra”.`);
  return 'optionalExtra';
}

function ageOf(text: string | undefined, wrong: Wrong): { ageRestricted?: true } {
  const said = (text ?? '').toLowerCase();
  if (said === 'yes' || said === 'true' || said === '18+' || said === '18') return { ageRestricted: true };
  if (said !== '' && said !== 'no' && said !== 'false') wrong(`“${text}” is neither “Yes” nor “No”.`);
  return {};
}

function vatOf(text: string | undefined, wrong: Wrong): VatRate | undefined {
  if (!text) return undefined;
  const said = text.toLowerCase().replaceAll(/[\s%]/g, '').replace(/\.0+$/, '');
  const named = { standard: 20, reduced: 5, zero: 0 }[said];
  const rate = vatRates.find((known) => known === named || String(known) === said);
  if (rate === undefined) wrong(`“${text}” is none of the VAT rates 20%, 5% and 0%.`);
  return rate;
}
