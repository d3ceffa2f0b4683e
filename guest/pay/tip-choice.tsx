import { useState } from 'preact/hooks';
import { formatPence, type Pence } from '#shared/base/money.ts';
import { amountCharacters, parsePounds } from '#shared/base/typed-amounts.ts';

const usual = [0, 100, 200, 500];

type TipChoiceProps = {
  /** In pence. */
  tip: number;
  items: Pence;
  onChange: (tip: number) => void;
};

/** A tip, none of which is chosen for the guest. A tip above the order itself is a slip of the finger. */
export function TipChoice({ tip, items, onChange }: TipChoiceProps) {
  const [typed, setTyped] = useState(() => (usual.includes(tip) ? null : String(tip / 100)));
  const amount = typed === null ? null : parsePounds(typed || '0');
  const problem = amount === null && typed !== null ? 'Please give an amount, such as 1.50.' : null;
  return (
    <fieldset class="tips">
      <legend>A tip for the staff</legend>
      {usual.map((one) => (
        <label key={one} class="pill">
          <input
            type="radio"
            name="tip"
            checked={typed === null && tip === one}
            onChange={() => {
              setTyped(null);
              onChange(one);
            }}
          />
          {one === 0 ? 'None' : formatPence(one).replace('.00', '')}
        </label>
      ))}
      <label class="pill">
        <input
          type="radio"
          name="tip"
          checked={typed !== null}
          onChange={() => {
            setTyped('');
            onChange(0);
          }}
        />
        Other
      </label>
      {typed !== null && (
        <div class="field tip-other">
          <label htmlFor="tip">Tip in pounds</label>
          <input
            id="tip"
            type="text"
            inputMode="decimal"
            autocomplete="off"
            value={typed}
            aria-invalid={problem !== null}
            onInput={({ currentTarget }) => {
              const text = amountCharacters(currentTarget.value);
              setTyped(text);
              onChange(parsePounds(text || '0') ?? 0);
            }}
          />
          {problem && <p class="field-error">{problem}</p>}
          {tip > items && tip > 0 && <p class="field-error">That is more than the order itself.</p>}
        </div>
      )}
    </fieldset>
  );
}
