import type { GuestCategory, GuestItem } from '#shared/api/catalogs.ts';
import { lineAllergensText } from '#shared/base/allergens.ts';
import { lineLabellingOf } from '#shared/base/labelling.ts';
import { formatPence } from '#shared/base/money.ts';
import { itemOf, optionsOf, partsOfLine } from '#shared/catalogs/line-parts.ts';
import { optionText } from '#shared/orders/option-text.ts';
import { MOST_OF_LINE, priceOfLine, withQuantity, type Line } from './basket.ts';
import { Stepper } from './stepper.tsx';

type LinesListProps = {
  categories: readonly GuestCategory[];
  lines: readonly Line[];
  /** What is wrong with a line, by its path in the order. */
  problems: Readonly<Record<string, string>>;
  onChange: (lines: Line[]) => void;
};

/** The lines of a basket, with how many of each. */
export function LinesList({ categories, lines, problems, onChange }: LinesListProps) {
  return (
    <ul class="lines">
      {lines.map((line, at) => {
        const { itemId, modifications = [], quantity } = line;
        const item = itemOf(categories, itemId);
        const name = item?.name ?? 'No longer on the menu';
        const problem = Object.entries(problems).find(([path]) => path.startsWith(`items.${at}.`))?.[1];
        return (
          <li key={`${itemId} ${JSON.stringify(modifications)}`}>
            <div>
              <bdi class="line-name">{name}</bdi>
              {modifications.length > 0 && <p class="soft">{chosenText(item, modifications)}</p>}
              <p class="soft">{labelling(categories, line)}</p>
              <p class="figures">{formatPence(priceOfLine(categories, line))}</p>
              {problem && <p class="field-error">{problem}</p>}
            </div>
            <Stepper
              of={name}
              quantity={quantity}
              least={0}
              most={MOST_OF_LINE}
              onChange={(next) => onChange(withQuantity(lines, at, next))}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** What was chosen, as the kitchen will read it; what is no longer on the menu stands last. */
function chosenText(item: GuestItem | undefined, choices: NonNullable<Line['modifications']>): string {
  const chosen = optionsOf(item?.modifiers ?? [], choices).map(({ modifier, option }) => ({
    modifierId: modifier.id,
    option: option.name,
    text: optionText({ name: option.name, modifier: modifier.name }),
  }));
  const gone = choices.filter(
    (choice) =>
      !chosen.some(({ modifierId, option }) => modifierId === choice.modifierId && option === choice.option),
  );
  return [...chosen.map(({ text }) => text), ...gone.map(({ option }) => option)].join(', ');
}

/** What a line contains with all that was chosen, and whether it is for people of 18 and over alone. */
function labelling(categories: readonly GuestCategory[], line: Line): string {
  const parts = partsOfLine(categories, line);
  if (parts.length === 0) return '';
  const told = lineLabellingOf(parts);
  const text = lineAllergensText({ ...told, modifications: line.modifications ?? [] });
  return told.ageRestricted ? `${text} · 18+` : text;
}
