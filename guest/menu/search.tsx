import { useEffect, useRef } from 'preact/hooks';
import { allergenLabels, allergens } from '#shared/base/allergens.ts';
import type { Filtered, Sought } from './filter.ts';

type SearchProps = { sought: Sought; onChange: (sought: Sought) => void; found: Filtered };

/** Finds items by words, and leaves out what a guest may not eat. */
export function Search({ sought, onChange, found }: SearchProps) {
  const { words, without } = sought;
  const fields = useRef<HTMLElement>(null);
  // What was typed and ticked before the page had its script.
  useEffect(() => {
    const [typed, ...boxes] = fields.current?.querySelectorAll('input') ?? [];
    const ticked = allergens.filter((_, index) => boxes[index]?.checked);
    if (typed && (typed.value !== '' || ticked.length > 0)) onChange({ words: typed.value, without: ticked });
    // Only once, when the page is taken over.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return (
    <search class="search" ref={fields}>
      <div class="field">
        <label class="visually-hidden" htmlFor="words">
          Search the menu
        </label>
        <input
          id="words"
          type="search"
          placeholder="Search the menu"
          autocomplete="off"
          value={words}
          onInput={({ currentTarget }) => onChange({ ...sought, words: currentTarget.value })}
        />
      </div>
      <details>
        <summary>{without.length === 0 ? 'Without…' : `Without ${namesOf(without)}`}</summary>
        <fieldset class="without">
          <legend class="soft">Show only what is stated to contain none of these:</legend>
          {allergens.map((name) => (
            <label key={name} class="check">
              <input
                type="checkbox"
                checked={without.includes(name)}
                onChange={({ currentTarget }) =>
                  onChange({
                    ...sought,
                    without: allergens.filter((one) =>
                      one === name ? currentTarget.checked : without.includes(one),
                    ),
                  })
                }
              />
              {allergenLabels[name]}
            </label>
          ))}
        </fieldset>
      </details>
      <p role="status" class="soft">
        {foundWords(sought, found)}
      </p>
    </search>
  );
}

const namesOf = (without: Sought['without']) =>
  without.map((name) => allergenLabels[name].toLowerCase()).join(', ');

function foundWords({ words, without }: Sought, { categories, contain, unstated }: Filtered): string {
  if (words.trim() === '' && without.length === 0) return '';
  const count = categories.reduce((total, { list }) => total + list.length, 0);
  const found = count === 0 ? 'Nothing found.' : `${count} found.`;
  if (without.length === 0) return found;
  const unsaid = unstated > 0 ? ` Of ${unstated} it is not stated: ask the staff.` : '';
  const left = contain > 0 ? ` ${contain} left out.` : '';
  return `${found}${left}${unsaid} Dishes are made in one kitchen: tell the staff of an allergy.`;
}
