import { useState } from 'react';
import type { Order } from '#shared/api/orders.ts';
import { canTake } from '#shared/orders/machine.ts';
import { useIsBusy, useOrderCommands } from '../../orders/use-order-commands.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';

/** Rare actions that must not happen by accident: moving an order back, and cancelling it. */
export function OrderExtras({ order, onClose }: { order: Order; onClose: () => void }) {
  const commands = useOrderCommands();
  const [cancelling, setCancelling] = useState(false);
  const [reason, setReason] = useState('');
  const busy = useIsBusy(order.id);

  if (!cancelling)
    return (
      <Dialog
        title={`Order ${order.orderNumber}`}
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
            onClick={() => void commands.cancel(order, reason).then((done) => done && onClose())}
          >
            {busy ? 'One moment' : 'Cancel Order'}
          </Button>
        </>
      }
    >
      <p>You can cancel an order without incurring any charges before it has been marked as completed.</p>
      <p>This cannot be undone, are you sure?</p>
      <Field
        label="Reason (optional)"
        value={reason}
        maxLength={1000}
        onChange={({ target }) => setReason(target.value)}
      />
    </Dialog>
  );
}
