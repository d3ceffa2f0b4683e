import type { Order } from '#shared/api/orders.ts';
import { ageOutcomes, type AgeOutcome } from '#shared/base/age-outcomes.ts';
import { canTake } from '#shared/orders/machine.ts';
import { useIsBusy, useOrderCommands } from '../../orders/use-order-commands.ts';
import { Button } from '../../ui/button.tsx';
import styles from './age-check.module.css';

const labels: Record<AgeOutcome, string> = { checked: '18+ checked', refused: '18+ refused' };

/**
 * Both answers about the age of an order's customer, until it is closed: what is for over 18s may be handed over before
 * the rest is ready, and what was said by mistake is said anew. Nothing where the server does not ask.
 */
export function AgeCheck({ order }: { order: Order }) {
  const commands = useOrderCommands();
  const busy = useIsBusy(order.id);
  if (!order.ageCheck || !canTake(order, 'checkAge')) return null;
  const said = order.ageCheck.outcome;
  return (
    <div className={styles.answers} role="group" aria-label="The customer’s age">
      {ageOutcomes.map((outcome) => (
        <Button
          key={outcome}
          aria-pressed={outcome === said}
          busy={busy}
          onClick={() => void commands.checkAge(order, outcome)}
        >
          {labels[outcome]}
        </Button>
      ))}
    </div>
  );
}
