import { orderTitle } from '#shared/orders/reading.ts';
import { numberOf } from '../../orders/place-of.ts';
import { useAppSelector } from '../../state/hooks.ts';
import { useOrderCommands } from '../../orders/use-order-commands.ts';
import { selectIsUndoInSight, selectUndo } from '../../state/pressing-slice.ts';
import { Button } from '../../ui/button.tsx';
import styles from './undo-bar.module.css';

/** While a step can be undone: what was done, and an Undo button unless the order's own is in sight. */
export function UndoBar() {
  const undo = useAppSelector(selectUndo);
  const isInSight = useAppSelector(selectIsUndoInSight);
  const commands = useOrderCommands();
  if (!undo) return null;
  return (
    <div className={isInSight ? 'visually-hidden' : styles.bar} role="status">
      <span>
        Order {numberOf(undo.after)}: {orderTitle(undo.after)}
      </span>
      {!isInSight && (
        <Button tone="quiet" onClick={() => void commands.undo(undo)}>
          Undo
        </Button>
      )}
    </div>
  );
}
