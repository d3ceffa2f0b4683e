import type { Modifier, ModifierOption } from '#shared/api/catalogs.ts';
import { labellingOf, vatRates } from '#shared/base/labelling.ts';
import { formatPence, pence, type Pence } from '#shared/base/money.ts';
import { parsePounds } from '#shared/base/typed-amounts.ts';
import {
  notStated,
  statementFrom,
  statementProblem,
  statementValues,
  type StatementValues,
} from './statement-form.ts';

export type OptionValues = {
  name: string;
  cost: string;
  vatRate: string;
  ageRestricted?: boolean;
} & StatementValues;
export type ModifierValues = {
  name: string;
  kind: '' | Modifier['kind'];
  note: string;
  options: OptionValues[];
};

export const FILL_IN = 'Please fill this in.';
export const NOT_MONEY = 'Please give an amount, such as 4.50.';
export const emptyOption: OptionValues = { name: '', cost: '0.00', vatRate: '', ...notStated };
export const emptyModifier: ModifierValues = {
  name: '',
  kind: '',
  note: '',
  options: [emptyOption, emptyOption],
};

/** As a field shows it after its own £: `1,234.50`. */
export const poundsText = (amount: Pence): string => formatPence(amount).slice(1);

/** Only if it is set, as in an item. */
export const ageIn = ({ ageRestricted }: { ageRestricted?: boolean | undefined }) =>
  ageRestricted ? { ageRestricted: true as const } : {};

export function modifierValues({ name, kind, note, list }: Modifier): ModifierValues {
  return {
    name,
    kind,
    note,
    options: list.map((option) => ({
      name: option.name,
      cost: poundsText(option.cost),
      vatRate: option.vatRate === undefined ? '' : String(option.vatRate),
      ...ageIn(option),
      ...statementValues(option),
    })),
  };
}

/** Validation errors by the fields' names (`options.2.cost`). */
export function modifierProblems(values: ModifierValues): Record<string, string> {
  const problems: Record<string, string> = {};
  const { kind, note, options } = values;
  if (kind === '') problems['kind'] = 'Please choose one.';
  if (note.trim() === '') problems['note'] = FILL_IN;
  const names = options.map(({ name }) => name.trim());
  options.forEach((option, index) => {
    const { cost } = option;
    const name = names[index] ?? '';
    if (name === '') return;
    const untold = statementProblem(option);
    if (untold) problems[`options.${index}.allergens`] = untold;
    if (names.indexOf(name) !== index) problems[`options.${index}.name`] = 'This option is there twice.';
    if (optionCost(cost) === null) problems[`options.${index}.cost`] = NOT_MONEY;
  });
  if (kind === 'pickOne' && names.every((name) => name === ''))
    problems['options.0.name'] = 'Please give at least one option to pick.';
  return problems;
}

/** An option without a cost is free. */
const optionCost = (typed: string): Pence | null => (typed.trim() === '' ? pence(0) : parsePounds(typed));

export function modifierOf(id: string, { name, kind, note, options }: ModifierValues): Modifier {
  const list: ModifierOption[] = options
    .filter((option) => option.name.trim() !== '')
    .map((option) => ({
      name: option.name.trim(),
      cost: optionCost(option.cost) ?? pence(0),
      ...labellingOf({
        ...statementFrom(option),
        ...ageIn(option),
        vatRate: vatRates.find((rate) => String(rate) === option.vatRate),
      }),
    }));
  return { id, name: name.trim(), kind: kind || 'pickOne', note: note.trim(), list };
}
