import { useId } from 'react';
import { formatPence, type Pence } from '#shared/money.ts';
import { amountPasted } from './refund-amount.ts';

type RefundFieldProps = {
  typed: string;
  remaining: Pence;
  disabled: boolean;
  onType: (text: string) => void;
  /** The field was left: time to clamp what is in it. */
  onLeave: () => void;
};

/** Pounds and pence after a £ that is no part of the text (spec §5). */
export function RefundField({ typed, remaining, disabled, onType, onLeave }: RefundFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Amount to refund</label>
      <div className="refund-amount">
        <span aria-hidden="true">£</span>
        <input
          id={id}
          className="figures"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          value={typed}
          disabled={disabled || remaining === 0}
          aria-describedby={`${id}-about`}
          onChange={({ target }) => onType(target.value)}
          onPaste={(event) => {
            event.preventDefault();
            onType(amountPasted(event.clipboardData.getData('text')));
          }}
          onBlur={onLeave}
        />
      </div>
      <p id={`${id}-about`} className="field-hint">
        {remaining === 0 ? 'Nothing is left to refund.' : `At most ${formatPence(remaining)}.`}
      </p>
    </div>
  );
}
