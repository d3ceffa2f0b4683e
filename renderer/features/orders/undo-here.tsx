import { useEffect, useRef } from 'react';
import type { Order } from '#shared/api/orders.ts';
import { numberOf } from '../../orders/place-of.ts';
import { useOrderCommands } from '../../orders/use-order-commands.ts';
import { useAppDispatch, useAppSelector } from '../../state/hooks.ts';
import { selectUndoOf, undoSeen, type Undo } from '../../state/pressing-slice.ts';
import { Button } from '../../ui/button.tsx';

/** For 5 s after a step with an order, beside its next one: takes that step back. */
export function UndoHere({ order }: { order: Order }) {
  const undo = useAppSelector((state) => selectUndoOf(state, order.id));
  return undo && <UndoButton order={order} undo={undo} />;
}

function UndoButton({ order, undo }: { order: Order; undo: Undo }) {
  const dispatch = useAppDispatch();
  const commands = useOrderCommands();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(
    function sayWhetherItIsInSight() {
      let isInSight = false;
      function say(now: boolean) {
        if (now !== isInSight) dispatch(undoSeen(now ? 1 : -1));
        isInSight = now;
      }
      const observer = new IntersectionObserver((seen) => say(seen.at(-1)?.isIntersecting === true), {
        threshold: 0.9,
      });
      if (button.current) observer.observe(button.current);
      return () => {
        observer.disconnect();
        say(false);
      };
    },
    [dispatch],
  );
  return (
    <Button
      ref={button}
      data-undo
      aria-label={`Undo, order ${numberOf(order)}`}
      onClick={() => void commands.undo(undo)}
    >
      Undo
    </Button>
  );
}
