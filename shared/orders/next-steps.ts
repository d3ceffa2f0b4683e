import { canTake, type OrderCommandKind } from './machine.ts';
import type { Stage } from './reading.ts';
import { allItemsAre } from '../base/order-statuses.ts';

/** A step that a screen may offer now, with its button's label. */
export type NextStep = {
  command: OrderCommandKind;
  label: string;
  emphasis: 'primary' | 'secondary' | 'danger';
};

/** The legal steps for staff, the primary one first; empty if nothing is left to do. */
export function nextSteps(order: Stage): NextStep[] {
  const steps: NextStep[] = [];
  const primary = primaryStep(order);
  if (primary) steps.push(primary);
  if (canTake(order, 'regress'))
    steps.push({ command: 'regress', label: 'Move back', emphasis: 'secondary' });
  if (canTake(order, 'refund')) steps.push({ command: 'refund', label: 'Refund', emphasis: 'secondary' });
  if (canTake(order, 'cancel')) steps.push({ command: 'cancel', label: 'Cancel Order', emphasis: 'danger' });
  return steps;
}

function primaryStep(order: Stage): NextStep | null {
  const step = (command: OrderCommandKind, label: string): NextStep => ({
    command,
    label,
    emphasis: 'primary',
  });
  switch (order.status) {
    case 'deliver_pending':
      return step('accept', 'Accept');
    case 'deliver_waiting':
      return step('progress', 'Start');
    case 'deliver_working':
      if (order.itemStatus.some((item) => item.status === 'waiting')) return step('progress', 'Start');
      return order.noteUnread ? step('readNote', 'Note read') : step('progress', 'Ready');
    case 'deliver_enroute':
      if (allItemsAre(order, 'complete')) return step('complete', 'Close Order');
      return asksForAge(order) ? step('checkAge', '18+ checked') : step('progress', 'Delivered');
    default:
      return null;
  }
}

/** Whether somebody must say that the customer's age was checked, or refused, before all of it is handed over. */
export function asksForAge({ ageCheck, itemStatus }: Stage): boolean {
  const left = itemStatus.filter(({ status }) => status !== 'complete');
  return ageCheck?.outcome === null && left.some(({ id }) => ageCheck.lines.includes(id));
}

/**
 * What settles an order that prevents its session's finish. `asks`: `release` and `delivered` are asked before money
 * is released or taken; null if the order was already marked as handed over, so that nothing can go wrong.
 */
export type SettlingStep = {
  command: 'cancel' | 'complete';
  label: 'Cancel Order' | 'Close Order';
  asks: 'release' | 'delivered' | null;
};

/** The one step that settles an open order; null if nothing is left to press, as while its money is being taken. */
export function settlingStep(order: Stage): SettlingStep | null {
  switch (order.status) {
    case 'deliver_pending':
      return { command: 'cancel', label: 'Cancel Order', asks: 'release' };
    case 'deliver_waiting':
    case 'deliver_working':
    case 'deliver_enroute':
      return {
        command: 'complete',
        label: 'Close Order',
        asks: allItemsAre(order, 'complete') ? null : 'delivered',
      };
    default:
      return null;
  }
}
