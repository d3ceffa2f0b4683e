import { TriangleAlert } from 'lucide-react';
import type { OrderPress } from '../orders/order-call.ts';
import type { UnansweredPress } from '../orders/unanswered-presses.ts';
import { useOutletMark } from '../orders/outlet-tag.tsx';
import { useIsBusy, useOrderCommands, useUnanswered } from '../orders/use-order-commands.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import styles from './unattended.module.css';

const words: Record<OrderPress['kind'], string> = {
  accept: 'Accept',
  moveReadyTime: 'Its new ready time',
  readNote: 'The tick of its note',
  checkAge: 'What was said of the age',
  progress: 'The next step',
  progressItems: 'The change of its lines',
  regress: 'Move back',
  complete: 'Close',
  cancel: 'Cancel',
};

/** On top of every signed-in screen while the server has not answered a press: it may have arrived. */
export function UnansweredBand() {
  const { presses, forget } = useUnanswered();
  return presses.map((press) => (
    <PressBand key={press.order.id} unanswered={press} forget={() => forget(press.order.id)} />
  ));
}

function PressBand({ unanswered, forget }: { unanswered: UnansweredPress; forget: () => void }) {
  const { order, press, why } = unanswered;
  const commands = useOrderCommands();
  const busy = useIsBusy(order.id);
  const outlet = useOutletMark(order.outletId);
  return (
    <Band className={`${styles.unattended} ${styles.screens}`} role="alert">
      <TriangleAlert aria-hidden="true" />
      <p>
        Order {order.orderNumber}
        {outlet.place !== null && ` of ${outlet.name}`}: {words[press.kind]} got no answer. {why} Trying again
        does nothing twice.
      </p>
      <Button
        busy={busy}
        aria-label={`Try again: order ${order.orderNumber}`}
        onClick={() => void commands.tryAgain(unanswered)}
      >
        Try again
      </Button>
      <Button disabled={busy} aria-label={`Leave it: order ${order.orderNumber}`} onClick={forget}>
        Leave it
      </Button>
    </Band>
  );
}
