import { OPEN_SESSION, PAST_SESSION, OUTLET } from './seller-data.ts';

/** An order as the stand-in stores it. */
export type StandInOrder = {
  id: string;
  sessionId: string;
  outletId: string;
  orderNumber: number;
  version: number;
  status: string;
  tableNumber: string;
  customerName: string;
  note: string;
  createdAt: string;
  completedAt?: string;
  amount: number;
  tip: number;
  items: {
    id: string;
    name: string;
    quantity: number;
    cost: number;
    modifications: { name: string; cost: number }[];
  }[];
  itemStatus: { id: string; status: string }[];
  payment: { refunds: { amount: number; createdAt: string }[] };
};

const stages = ['waiting', 'working', 'ready', 'complete'];
const open = new Set(['deliver_pending', 'deliver_waiting', 'deliver_working', 'deliver_enroute']);
const settled = new Set(['deliver_success', 'complete', 'refunded']);

export const isOpen = ({ status }: StandInOrder): boolean => open.has(status);
export const isSettled = ({ status }: StandInOrder): boolean => settled.has(status);
export const refundedOf = ({ payment }: StandInOrder): number =>
  payment.refunds.reduce((sum, { amount }) => sum + amount, 0);

/** Does what a press asks for; returns a sentence if the order does not allow it. */
export function press(
  order: StandInOrder,
  command: string,
  body: { items?: unknown; status?: unknown; amountToRefund?: unknown },
): string | null {
  const refused = act(order, command, body);
  if (refused === null) order.version += 1;
  return refused;
}

function act(
  order: StandInOrder,
  command: string,
  body: { items?: unknown; status?: unknown; amountToRefund?: unknown },
): string | null {
  const pending = order.status === 'deliver_pending';
  switch (command) {
    case 'accept':
      if (!pending) return 'This order is not new any more.';
      order.status = 'deliver_waiting';
      return null;
    case 'cancel':
      if (!isOpen(order)) return 'This order cannot be cancelled any more.';
      order.status = 'deliver_aborted';
      order.completedAt = new Date().toISOString();
      return null;
    case 'progress-order':
      return pending ? act(order, 'accept', body) : step(order, 1);
    case 'regress-order':
      return step(order, -1);
    case 'progress':
      return move(order, body);
    case 'complete':
      if (!order.itemStatus.every(({ status }) => status === 'complete')) return 'Something is left to do.';
      if (!isOpen(order)) return 'This order is closed.';
      order.status = 'complete';
      order.completedAt = new Date().toISOString();
      return null;
    case 'refund':
      return giveBack(order, Number(body.amountToRefund));
    default:
      return 'There is no such thing to do.';
  }
}

function move(order: StandInOrder, { items, status }: { items?: unknown; status?: unknown }): string | null {
  if (!isOpen(order) || order.status === 'deliver_pending') return 'This order is not being made.';
  if (!Array.isArray(items) || !stages.includes(String(status))) return 'Which items, and where to?';
  for (const item of order.itemStatus) if (items.includes(item.id)) item.status = String(status);
  order.status = byItems(order);
  return null;
}

/** Moves the whole order one step on or back: the items that are furthest behind, or furthest on. */
function step(order: StandInOrder, by: 1 | -1): string | null {
  if (!isOpen(order)) return 'This order is closed.';
  const at = order.itemStatus.map(({ status }) => stages.indexOf(status));
  const from = by === 1 ? Math.min(...at) : Math.max(...at);
  if (by === -1 && from === 0) {
    order.status = 'deliver_pending';
    return null;
  }
  const next = stages[from + by];
  if (next === undefined) return 'There is no further step.';
  for (const item of order.itemStatus) if (item.status === stages[from]) item.status = next;
  order.status = byItems(order);
  return null;
}

function byItems({ itemStatus }: StandInOrder): string {
  const at = itemStatus.map(({ status }) => stages.indexOf(status));
  if (at.every((stage) => stage >= 2)) return 'deliver_enroute';
  return at.some((stage) => stage > 0) ? 'deliver_working' : 'deliver_waiting';
}

function giveBack(order: StandInOrder, amount: number): string | null {
  const left = order.amount - refundedOf(order);
  if (!isSettled(order) || !Number.isInteger(amount) || amount <= 0 || amount > left)
    return 'This cannot be given back.';
  order.payment.refunds.push({ amount, createdAt: new Date().toISOString() });
  if (amount === left) order.status = 'refunded';
  return null;
}

/** A new order of the open trading session. Its texts contain markup, which no page may interpret. */
export function newOrder(orderNumber: number): StandInOrder {
  return {
    id: `order-${orderNumber}`,
    sessionId: OPEN_SESSION,
    outletId: OUTLET,
    orderNumber,
    version: 1,
    status: 'deliver_pending',
    tableNumber: '7',
    customerName: '<script>globalThis.pwned=1</script>',
    note: 'No ice',
    createdAt: new Date().toISOString(),
    amount: 1_650,
    tip: 150,
    items: [
      {
        id: 'line-1',
        name: 'Pie <img src=x onerror="globalThis.pwned=1">',
        quantity: 1,
        cost: 1_200,
        modifications: [{ name: 'Gravy', cost: 300 }],
      },
    ],
    itemStatus: [{ id: 'line-1', status: 'waiting' }],
    payment: { refunds: [] },
  };
}

/** The orders of the session before: two were paid for, one of them partly refunded, and one was cancelled. */
export function pastOrders(): StandInOrder[] {
  const past = (id: string, orderNumber: number, status: string): StandInOrder => ({
    ...newOrder(orderNumber),
    id,
    sessionId: PAST_SESSION,
    customerName: `Customer ${orderNumber}`,
    status,
    createdAt: `2026-11-01T18:0${orderNumber}:00.000Z`,
    completedAt: `2026-11-01T18:3${orderNumber}:00.000Z`,
    itemStatus: [{ id: 'line-1', status: 'complete' }],
  });
  const refunded = past('past-2', 2, 'complete');
  refunded.payment.refunds.push({ amount: 500, createdAt: '2026-11-01T19:00:00.000Z' });
  return [past('past-1', 1, 'complete'), refunded, past('past-3', 3, 'deliver_aborted')];
}
