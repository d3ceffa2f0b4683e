import { useState } from 'preact/hooks';
import type { GuestItem, Modifier } from '#shared/api/catalogs.ts';
import { allergensText, type Allergen } from '#shared/base/allergens.ts';
import { formatPence, sumPence } from '#shared/base/money.ts';
import { optionsOf } from '#shared/catalogs/line-parts.ts';
import { MOST_OF_LINE, type Line } from '../base/basket.ts';
import { Sheet } from '../base/sheet.tsx';
import { Stepper } from '../base/stepper.tsx';
import { warningOf } from './filter.ts';
import { ItemPrice } from './menu-section.tsx';

type Choice = { modifierId: string; option: string };
type ItemSheetProps = {
  item: GuestItem;
  without: readonly Allergen[];
  canAdd: boolean;
  onAdd: (line: Line) => void;
  onClose: () => void;
};

/** All of an item, its options, and how many of it. */
export function ItemSheet({ item, without, canAdd, onAdd, onClose }: ItemSheetProps) {
  const [picked, setChosen] = useState<Choice[]>(() => onlyChoices(item.modifiers, without));
  // The menu may have changed since.
  const chosen = picked.filter((choice) => canBeChosen(item, choice));
  const [quantity, setQuantity] = useState(1);
  const [missing, setMissing] = useState<string | null>(null);
  const each = sumPence([item.cost, ...optionsOf(item.modifiers, chosen).map(({ option }) => option.cost)]);

  function add(event: Event) {
    event.preventDefault();
    const unanswered = item.modifiers.find(
      ({ id, kind }) => kind === 'pickOne' && !chosen.some(({ modifierId }) => modifierId === id),
    );
    setMissing(unanswered?.id ?? null);
    if (!unanswered) return onAdd({ itemId: item.id, quantity, modifications: chosen });
    document.getElementById(unanswered.id)?.scrollIntoView({ block: 'center' });
    document.querySelector<HTMLInputElement>(`[name="${CSS.escape(unanswered.id)}"]:enabled`)?.focus();
  }

  return (
    <Sheet title={item.name} onClose={onClose}>
      <form class="sheet-body" onSubmit={add}>
        {item.note && <bdi>{item.note}</bdi>}
        <p class="item-facts">
          <ItemPrice item={item} />
          {item.ageRestricted && <span class="tag">18+: you may be asked for your age</span>}
        </p>
        <p class="soft" aria-live="polite">
          {allergensText(item)}
        </p>
        {item.modifiers.map((modifier) => (
          <Options
            key={modifier.id}
            modifier={modifier}
            chosen={chosen}
            without={without}
            isMissing={missing === modifier.id}
            onChange={setChosen}
          />
        ))}
        {item.soldOutUntil ? (
          <p class="status status-closed">Sold out</p>
        ) : (
          <div class="sheet-foot">
            <Stepper
              of={item.name}
              quantity={quantity}
              least={1}
              most={Math.min(MOST_OF_LINE, item.left ?? MOST_OF_LINE)}
              onChange={setQuantity}
            />
            <button type="submit" class="button button-primary button-large" disabled={!canAdd}>
              Add <span class="figures">{formatPence(quantity * each)}</span>
            </button>
          </div>
        )}
      </form>
    </Sheet>
  );
}

/** Where one answer alone is possible, it is given; not if the guest may not eat it. */
function onlyChoices(modifiers: readonly Modifier[], without: readonly Allergen[]): Choice[] {
  return modifiers.flatMap(({ id, kind, list }) => {
    const possible = list.filter(({ soldOutUntil }) => !soldOutUntil);
    const [only] = possible;
    if (kind !== 'pickOne' || !only || possible.length > 1 || warningOf(only, without) !== null) return [];
    return [{ modifierId: id, option: only.name }];
  });
}

const canBeChosen = ({ modifiers }: GuestItem, { modifierId, option }: Choice): boolean =>
  modifiers.some(
    ({ id, list }) =>
      id === modifierId && list.some(({ name, soldOutUntil }) => name === option && !soldOutUntil),
  );

type OptionsProps = {
  modifier: Modifier;
  chosen: readonly Choice[];
  without: readonly Allergen[];
  isMissing: boolean;
  onChange: (chosen: Choice[]) => void;
};

function Options({ modifier, chosen, without, isMissing, onChange }: OptionsProps) {
  const { id, name, note, kind, list } = modifier;
  const one = kind === 'pickOne';
  const isChosen = (option: string) =>
    chosen.some((other) => other.modifierId === id && other.option === option);
  function choose(option: string, on: boolean) {
    const others = chosen.filter((other) => other.modifierId !== id || (!one && other.option !== option));
    onChange(on ? [...others, { modifierId: id, option }] : others);
  }
  return (
    <fieldset id={id} class="options" aria-describedby={isMissing ? `${id}-missing` : undefined}>
      <legend>
        <bdi>{name}</bdi> <span class="soft">{one ? 'Pick one' : 'If you like'}</span>
      </legend>
      {note && (
        <p class="soft">
          <bdi>{note}</bdi>
        </p>
      )}
      {isMissing && (
        <p id={`${id}-missing`} class="field-error" role="alert">
          Please pick one.
        </p>
      )}
      {list.map((option) => {
        const warning = warningOf(option, without);
        return (
          <label key={option.name} class="check">
            <input
              type={one ? 'radio' : 'checkbox'}
              name={id}
              checked={isChosen(option.name)}
              disabled={Boolean(option.soldOutUntil)}
              onChange={({ currentTarget }) => choose(option.name, currentTarget.checked)}
            />
            <span class="option">
              <bdi>{option.name}</bdi>
              <small class={warning ? 'field-error' : 'soft'}>
                {option.soldOutUntil ? 'Sold out' : (warning ?? allergensText(option))}
              </small>
            </span>
            {option.cost > 0 && <span class="figures">+{formatPence(option.cost)}</span>}
          </label>
        );
      })}
    </fieldset>
  );
}
