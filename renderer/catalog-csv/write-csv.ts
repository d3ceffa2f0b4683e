import Papa from 'papaparse';
import type { Category, Item, Modifier } from '#shared/api/catalogs.ts';
import { modifierKindLabel } from '#shared/base/modifier-kinds.ts';
import { formatPence } from '#shared/base/money.ts';
import type { CatalogContent } from '../catalog-model/content.ts';
import { allergensCell } from './allergens-cell.ts';
import { columns, guarded, type Column } from './columns.ts';
import { servingCells } from './serving-cells.ts';

type Row = Partial<Record<Column, string>>;

/**
 * A catalog as a spreadsheet: a row for each item, and below it one for each further option of its modifiers, with
 * the item's own cells empty. A category's own cells are in its first row. Reading it again gives the same catalog,
 * unless two of its categories, or an item's two modifiers, have one name: an import asks to rename one first. The byte
 * order mark makes Excel read it as UTF-8.
 */
export function catalogCsv({ categories }: CatalogContent): string {
  const rows = categories.flatMap((category): Row[] => {
    const [first, ...more] = category.list.flatMap((item) => itemRows(category.name, item));
    return [{ category: category.name, ...first, ...categoryCells(category) }, ...more];
  });
  const names = Object.keys(columns) as Column[];
  const lines = rows.map((row) => names.map((column) => guarded(row[column] ?? '')));
  const headings = names.map((column) => columns[column].heading);
  return `\uFEFF${Papa.unparse([headings, ...lines], { newline: '\r\n' })}\r\n`;
}

function categoryCells(category: Category): Row {
  const [categoryHours, categoryHappyPrice, categoryHappyHours] = servingCells(category);
  return { categoryHours, categoryHappyPrice, categoryHappyHours };
}

function itemRows(category: string, item: Item): Row[] {
  const [hours, happyPrice, happyHours] = servingCells(item);
  const own: Row = {
    category,
    item: item.name,
    note: item.note,
    price: pounds(item.cost),
    allergens: allergensCell(item),
    age: item.ageRestricted ? 'Yes' : '',
    vat: percent(item.vatRate),
    hours,
    happyPrice,
    happyHours,
  };
  const [first = {}, ...more] = item.modifiers.flatMap(modifierRows);
  return [{ ...own, ...first }, ...more];
}

function modifierRows({ name, kind, note, list }: Modifier): Row[] {
  const own: Row = { modifier: name, requirement: modifierKindLabel(kind), modifierNote: note };
  const options = list.map((option): Row => ({
    option: option.name,
    optionAllergens: allergensCell(option),
    optionAge: option.ageRestricted ? 'Yes' : '',
    optionPrice: pounds(option.cost),
    optionVat: percent(option.vatRate),
  }));
  const [first = {}, ...more] = options;
  return [{ ...own, ...first }, ...more];
}

const percent = (rate: number | undefined): string => (rate === undefined ? '' : `${rate}%`);

/** `1234.50`: digits alone, for a spreadsheet to add up. */
const pounds = (amount: number): string => formatPence(amount).replaceAll(/[£,]/g, '');
