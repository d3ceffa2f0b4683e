import { useEffect } from 'react';
import { orderTitle } from '#shared/orders/reading.ts';
import { numberOf } from '../../orders/place-of.ts';
import { useAppDispatch, useAppSelector } from '../../state/hooks.ts';
import { useOrderCommands } from '../../orders/use-order-commands.ts';
import { selectUndo, undoWithdrawn, UNDO_MS } from '../../state/pressing-slice.ts';
import { Button } from '../../ui/button.tsx';
import styles from './undo-bar.module.css';

/** For 5 s after a step forward: what was done, and an Undo button. */
export function UndoBar() {
  const undo = useAppSelector(selectUndo);
  const dispatch = useAppDispatch();
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
    <div className={styles.bar} role="status">
      <span>
        Order {numberOf(undo.after)}: {orderTitle(undo.after)}
      </span>
      <Button tone="quiet" onClick={() => void commands.undo(undo)}>
        Undo
      </Button>
    </div>
  );
}
