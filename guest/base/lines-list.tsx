import type { GuestCategory } from '#shared/api/catalogs.ts';
import { lineAllergensText } from '#shared/base/allergens.ts';
import { lineLabellingOf } from '#shared/base/labelling.ts';
import { formatPence } from '#shared/base/money.ts';
import { itemOf, partsOfLine } from '#shared/catalogs/line-parts.ts';
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
        const name = itemOf(categories, itemId)?.name ?? 'No longer on the menu';
        const problem = Object.entries(problems).find(([path]) => path.startsWith(`items.${at}.`))?.[1];
        return (
          <li key={`${itemId} ${JSON.stringify(modifications)}`}>
            <div>
              <bdi class="line-name">{name}</bdi>
              {modifications.length > 0 && (
                <p class="soft">{modifications.map(({ option }) => option).join(', ')}</p>
              )}
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

/** What a line contains with all that was chosen, and whether it is for people of 18 and over alone. */
function labelling(categories: readonly GuestCategory[], line: Line): string {
  const parts = partsOfLine(categories, line);
  if (parts.length === 0) return '';
  const told = lineLabellingOf(parts);
  const text = lineAllergensText({ ...told, modifications: line.modifications ?? [] });
  return told.ageRestricted ? `${text} · 18+` : text;
}
