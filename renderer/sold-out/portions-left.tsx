import { Minus, Plus } from 'lucide-react';
import { useId, type KeyboardEvent } from 'react';
import type { PortionsBody } from '#shared/api/portions.ts';
import { failureOf } from '../api/failure.ts';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useCountPortionsMutation, usePortionsQuery } from './portions-api.ts';
import styles from './portions-left.module.css';

/** One press says that so many are left. */
const usual = [5, 12, 20];
const MOST = 9_999;

type PortionsLeftProps = {
  outletId: string;
  /** Left out where only one outlet is meant. */
  outletName?: string | undefined;
  item: { id: string; name: string };
};

/** How many are left of an item at an outlet; nothing where the server counts none. Each press takes effect at once. */
export function PortionsLeft({ outletId, outletName, item }: PortionsLeftProps) {
  const { data: portions } = usePortionsQuery(outletId);
  const count = useCount(outletId);
  const explained = useId();
  if (!portions) return null;
  const left = portions[item.id];
  return (
    <fieldset className={styles.portions} aria-describedby={explained}>
      <legend>{outletName === undefined ? 'How many are left' : `How many are left at ${outletName}`}</legend>
      <p id={explained} className="row-note">
        {left === undefined ? 'Not counted. ' : ''}
        Each order counts down until the session ends, and at nil it is sold out. A press counts at once.
      </p>
      <div className={styles.presses}>
        {left !== undefined && <LeftStepper outletId={outletId} item={item} left={left} />}
        {usual.map((number) => (
          <Button
            key={number}
            aria-pressed={left === number}
            onClick={() => void count({ itemId: item.id, left: number })}
          >
            {number} left
          </Button>
        ))}
        {left !== undefined && (
          <Button tone="quiet" onClick={() => void count({ itemId: item.id, left: null })}>
            Stop counting
          </Button>
        )}
      </div>
    </fieldset>
  );
}

type LeftStepperProps = { outletId: string; item: PortionsLeftProps['item']; left: number };

/** One more, one less, or a typed number. */
export function LeftStepper({ outletId, item: { id: itemId, name }, left }: LeftStepperProps) {
  const count = useCount(outletId);
  function set({ value, valueAsNumber }: HTMLInputElement): void {
    const wanted = Math.min(Math.max(Math.trunc(valueAsNumber), 0), MOST);
    if (value !== '' && wanted !== left) void count({ itemId, left: wanted });
  }
  function setOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    set(event.currentTarget);
  }
  return (
    <span className={styles.stepper} data-none={left === 0 || undefined}>
      <Button
        aria-label={`One less of ${name}`}
        disabled={left === 0}
        onClick={() => void count({ itemId, by: -1 })}
      >
        <Minus aria-hidden="true" />
      </Button>
      <input
        // What somebody else or an order changed replaces what was typed.
        key={left}
        className="figures"
        type="number"
        inputMode="numeric"
        min={0}
        max={MOST}
        aria-label={`${name} left`}
        defaultValue={left}
        onBlur={({ currentTarget }) => set(currentTarget)}
        onKeyDown={setOnEnter}
      />
      <Button aria-label={`One more of ${name}`} onClick={() => void count({ itemId, by: 1 })}>
        <Plus aria-hidden="true" />
      </Button>
    </span>
  );
}

function useCount(outletId: string): (body: PortionsBody) => Promise<void> {
  const [count] = useCountPortionsMutation();
  const toast = useToast();
  return async (body) => {
    const result = await count({ outletId, body });
    if (result.error) toast('error', failureOf(result.error).message);
  };
}
