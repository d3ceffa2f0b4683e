import { useId, useState } from 'react';
import type { Order } from '#shared/api/orders.ts';
import { LONGEST_MESSAGE, refusalReasons } from '#shared/base/customer-message.ts';
import { canTake } from '#shared/orders/machine.ts';
import { numberOf } from '../../orders/place-of.ts';
import { useIsBusy, useOrderCommands } from '../../orders/use-order-commands.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';

/** Rare actions that must not happen by accident: moving an order back, and cancelling it. */
export function OrderExtras({ order, onClose }: { order: Order; onClose: () => void }) {
  const commands = useOrderCommands();
  const [cancelling, setCancelling] = useState(false);
  const [reason, setReason] = useState('');
  const [forCustomer, setForCustomer] = useState('');
  const busy = useIsBusy(order.id);

  // One dialog for both, so that the focus stays on it, and a touch screen shows no keyboard, when it becomes a question.
  if (!cancelling)
    return (
      <Dialog
        title={`Order ${numberOf(order)}`}
        onClose={onClose}
        actions={<Button onClick={onClose}>Back</Button>}
      >
        {canTake(order, 'regress') && (
          <Button
            busy={busy}
            onClick={() => {
              void commands.moveBack(order);
              onClose();
            }}
          >
            Move back
          </Button>
        )}
        {canTake(order, 'cancel') && (
          <Button tone="danger" onClick={() => setCancelling(true)}>
            Cancel Order
          </Button>
        )}
      </Dialog>
    );
  return (
    <Dialog
      role="alertdialog"
      title="Cancel Order"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep order</Button>
          <Button
            tone="danger"
            busy={busy}
            onClick={() => void commands.cancel(order, reason, forCustomer).then((done) => done && onClose())}
          >
            {busy ? 'One moment' : 'Cancel Order'}
          </Button>
        </>
      }
    >
      <WhyCancelled order={order} reason={reason} onReason={setReason} onForCustomer={setForCustomer} />
    </Dialog>
  );
}

type WhyCancelledProps = {
  order: Order;
  reason: string;
  onReason: (reason: string) => void;
  onForCustomer: (words: string) => void;
};

function WhyCancelled({ order, reason, onReason, onForCustomer }: WhyCancelledProps) {
  return (
    <>
      <p>You can cancel an order without incurring any charges before it has been marked as completed.</p>
      <p>This cannot be undone, are you sure?</p>
      <Field
        label="Reason (optional)"
        value={reason}
        maxLength={1000}
        onChange={({ target }) => onReason(target.value)}
      />
      {/* Other servers may not know of it. */}
      {order.version > 0 && <WordsForCustomer onChange={onForCustomer} />}
    </>
  );
}

const NOTHING = 'Nothing more';
const OWN_WORDS = 'Own words';
const choices = [NOTHING, ...refusalReasons.map(({ label }) => label), OWN_WORDS];

/** What the customer reads on their screen, beside that they were not charged. */
function WordsForCustomer({ onChange }: { onChange: (words: string) => void }) {
  const id = useId();
  const [choice, setChoice] = useState(NOTHING);
  const [own, setOwn] = useState('');
  const wordsOf = (label: string) =>
    label === OWN_WORDS ? own : (refusalReasons.find((reason) => reason.label === label)?.words ?? '');
  return (
    <>
      <div className="field">
        <label htmlFor={id}>What the customer is told</label>
        <select
          id={id}
          value={choice}
          onChange={({ target }) => {
            setChoice(target.value);
            onChange(wordsOf(target.value));
          }}
        >
          {choices.map((label) => (
            <option key={label}>{label}</option>
          ))}
        </select>
      </div>
      {choice === OWN_WORDS && (
        <Field
          label="Words for the customer"
          value={own}
          maxLength={LONGEST_MESSAGE}
          onChange={({ target }) => {
            setOwn(target.value);
            onChange(target.value);
          }}
        />
      )}
    </>
  );
}
