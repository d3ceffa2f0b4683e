import type { PlaceOrderBody } from '#shared/api/guest-orders.ts';
import type { PricedOrder } from '#shared/catalogs/pricing.ts';
import { pence } from '#shared/base/money.ts';
import { applyCommand, type OrderCommand, type OrderState } from '#shared/orders/machine.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import type { Idempotency } from '../../http/serve.ts';
import type { HoldOutcome } from '../../payments/payment-provider.ts';
import type { MenuFacts } from './menu-cache.ts';
import type { OrderRow } from './order-row.ts';

const noPence = pence(0);

/**
 * How an order is paid for: a hold that was decided already, or the account and method to ask a remote provider with.
 */
export type Payment =
  | { kind: 'decided'; hold: Exclude<HoldOutcome, { kind: 'unknown-method' }> }
  | { kind: 'to-be-asked'; account: string; dueAt: Date };

export type NewOrder = {
  id: string;
  outletId: string;
  body: PlaceOrderBody;
  tableNumber: string | null;
  priced: PricedOrder;
  payment: Payment;
  now: Date;
  /** How long it waits for an answer. */
  expiryMs: number;
  idempotency: Idempotency;
  /** A keyed hash of the customer's network. */
  placedFrom: string;
};

/** What nobody has done yet with a new order. */
const untouched = {
  actions: null,
  note_read: null,
  age_check: null,
  accepted_at: null,
  ready_at: null,
  promises: null,
  promised_for: null,
  received_at: null,
  alerted_at: null,
  seen_at: null,
  station_times: null,
} satisfies Partial<OrderRow>;

/** The row of a new order; the statement that writes it adds its number and trading session. */
export function newOrderRow(order: NewOrder): OrderRow {
  const { priced, payment, now, body } = order;
  const [platformFee, cardFee] = priced.fees;
  const itemStatus = priced.items.map((line) => ({ id: line.id, status: 'waiting' as const }));
  const fresh = { status: 'payment_pending', itemStatus, amount: priced.amount, refunded: noPence } as const;
  const { status } = afterPayment(fresh, payment);
  const asked = payment.kind === 'to-be-asked' ? payment : null;
  const hold = payment.kind === 'decided' && payment.hold.kind === 'authorised' ? payment.hold : null;
  return {
    id: order.id,
    outlet_id: order.outletId,
    trading_session_id: '',
    order_number: 0,
    is_test: false,
    status,
    version: 1,
    table_number: order.tableNumber,
    customer_name: body.customerName,
    note: body.note?.trim() || null,
    items: priced.items,
    item_status: itemStatus,
    amount: priced.amount,
    service_charge: priced.serviceCharge,
    tip: priced.tip,
    platform_fee: platformFee.amount,
    card_fee: cardFee.amount,
    platform_fee_taken: null,
    card_fee_taken: null,
    refunded: noPence,
    refund_reserved: noPence,
    payment_reference: hold?.reference ?? null,
    card: null,
    payment_account: asked?.account ?? null,
    payment_method: asked && body.paymentMethod,
    placed_from: asked && order.placedFrom,
    capture_before: null,
    paid_at: null,
    capture_error: null,
    payment_attempts: 0,
    payment_due_at: asked?.dueAt ?? null,
    created_at: now,
    ...untouched,
    expires_at: status === 'deliver_pending' ? new Date(now.getTime() + order.expiryMs) : null,
    expiry_ms: order.expiryMs,
    portions_taken: null,
    completed_at: null,
    ended_at: null,
    cancel_reason: null,
    cancel_message: null,
    cancelled_from: null,
    idempotency_key: order.idempotency.key,
    idempotency_hash: order.idempotency.requestHash,
  };
}

/** How long an order that is placed now waits for an answer, in ms. */
export function expiryAt({ expiryMinutes }: Pick<MenuFacts, 'expiryMinutes'>, orderExpiryMs: number): number {
  return expiryMinutes === null ? orderExpiryMs : expiryMinutes * 60_000;
}

/** How long an order waits for an answer: as it was placed with, or the server's setting for older orders. */
export function expiryMsOf({ expiry_ms: given }: OrderRow, orderExpiryMs: number): number {
  return given ?? orderExpiryMs;
}

/** An order as it was right after its payment was decided; it may have changed much since. */
export function asPlaced(row: OrderRow, orderExpiryMs: number): OrderRow {
  const unpaid = statusGroups.unpaid.has(row.status);
  // A remote hold is a step of its own and counts as a version.
  const version = row.payment_account === null ? 1 : 2;
  const placedAt = row.paid_at ?? row.created_at;
  return {
    ...row,
    status: unpaid ? row.status : 'deliver_pending',
    version: unpaid ? row.version : version,
    item_status: row.item_status.map(({ id }) => ({ id, status: 'waiting' })),
    platform_fee_taken: null,
    card_fee_taken: null,
    refunded: noPence,
    refund_reserved: noPence,
    capture_error: null,
    // Its customer reads this.
    ...untouched,
    expires_at: unpaid ? null : new Date(placedAt.getTime() + expiryMsOf(row, orderExpiryMs)),
    completed_at: null,
    ended_at: unpaid ? row.ended_at : null,
    cancel_reason: null,
    cancel_message: unpaid ? row.cancel_message : null,
    cancelled_from: unpaid ? row.cancelled_from : null,
  };
}

/** Moves a new order through the payment steps that are known already. */
function afterPayment(order: OrderState, payment: Payment): OrderState {
  const steps: OrderCommand[] = [{ kind: 'paymentCreated' }, { kind: 'paymentWorking' }];
  if (payment.kind === 'decided')
    steps.push({ kind: payment.hold.kind === 'authorised' ? 'paymentAuthorised' : 'paymentFailed' });
  return steps.reduce((state, step) => {
    const moved = applyCommand(state, step);
    if (moved.kind !== 'moved') throw new Error(`A new order did not take ${step.kind}`);
    return moved.next;
  }, order);
}
