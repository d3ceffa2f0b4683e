import { useEffect } from 'react';
import { orderTitle } from '#shared/orders/reading.ts';
import { numberOf } from '../../orders/place-of.ts';
import { useAppDispatch, useAppSelector } from '../../state/hooks.ts';
import { useOrderCommands } from '../../orders/use-order-commands.ts';
import { selectIsUndoInSight, selectUndo, undoWithdrawn, UNDO_MS } from '../../state/pressing-slice.ts';
import { Button } from '../../ui/button.tsx';
import styles from './undo-bar.module.css';

/** For 5 s after a step: what was done, and an Undo button unless the order's own is in sight. */
export function UndoBar() {
  const undo = useAppSelector(selectUndo);
  const dispatch = useAppDispatch();
  const isInSight = useAppSelector(selectIsUndoInSight);
  const commands = useOrderCommands();
  useEffect(
    function withdrawInTime() {
      if (!undo) return;
      const timer = setTimeout(() => dispatch(undoWithdrawn()), UNDO_MS);
      return () => clearTimeout(timer);
    },
    [undo, dispatch],
  );
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
