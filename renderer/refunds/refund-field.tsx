import { formatPence, type Pence } from '#shared/base/money.ts';
import { Field } from '../ui/field.tsx';
import { amountPasted } from './refund-amount.ts';

type RefundFieldProps = {
  typed: string;
  remaining: Pence;
  disabled: boolean;
  onType: (text: string) => void;
  /** Called when the field loses the focus, to clamp its value. */
  onLeave: () => void;
};

export function RefundField({ typed, remaining, disabled, onType, onLeave }: RefundFieldProps) {
  return (
    <Field
      pounds
      label="Amount to refund"
      hint={remaining === 0 ? 'Nothing is left to refund.' : `At most ${formatPence(remaining)}.`}
      value={typed}
      disabled={disabled || remaining === 0}
      onChange={({ target }) => onType(target.value)}
      onPaste={(event) => {
        event.preventDefault();
        onType(amountPasted(event.clipboardData.getData('text')));
      }}
      onBlur={onLeave}
    />
  );
}
