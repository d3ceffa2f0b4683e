import { canTake, type OrderCommand } from '#shared/orders/machine.ts';
import type { Clock } from '../../core/clock.ts';
import { notFound, Refusal, refuse } from '../../http/refusal.ts';
import type { Call, RouteHandlers } from '../../http/serve.ts';
import { isKnownTaken } from '../../ordering/taken-unsold.ts';
import type { OrderReads } from './order-reads.ts';
import type { ReadyTimes } from './ready-times.ts';
import type { OrdersRepository } from './orders-repository.ts';
import type { paymentSteps } from './payment-steps.ts';
import type { refundsOf } from './refunds.ts';
import type { Asked, commandRunner } from './command-runner.ts';

type OrdersHandlers = Pick<
  RouteHandlers,
  | 'GET /sellers/outlets/:outletId/orders'
  | 'GET /sellers/outlets/:outletId/order-versions'
  | 'GET /sellers/orders/:orderId'
  | 'POST /sellers/orders/accept/:orderId'
  | 'POST /sellers/orders/read-note/:orderId'
  | 'GET /sellers/outlets/:outletId/ready-estimates'
  | 'POST /sellers/orders/ready-time/:orderId'
  | 'POST /sellers/orders/check-age/:orderId'
  | 'POST /sellers/orders/progress/:orderId'
  | 'POST /sellers/orders/cancel/:orderId'
  | 'POST /sellers/orders/complete/:orderId'
  | 'POST /sellers/orders/refund/:orderId'
  | 'POST /sellers/outlets/:outletId/progress-order/:orderId'
  | 'POST /sellers/outlets/:outletId/regress-order/:orderId'
>;

export type OrdersHandlersOptions = {
  orders: OrdersRepository;
  apply: ReturnType<typeof commandRunner>['apply'];
  close: ReturnType<typeof paymentSteps>['close'];
  refunds: ReturnType<typeof refundsOf>;
  reads: OrderReads;
  readyTimes: ReadyTimes;
  clock: Clock;
  /** Called when a hold is to be released. */
  onPaymentDue(): void;
};

const MONEY_TAKEN =
  'This order cannot be cancelled: its money was taken at Stripe itself. Take it to Delivered, close it, and then refund it.';

/** The calls of staff about orders. */
export function ordersHandlers({
  orders,
  apply,
  close,
  refunds,
  reads,
  readyTimes,
  clock,
  onPaymentDue,
}: OrdersHandlersOptions): OrdersHandlers {
  type OrderCall = Pick<
    Call<'POST /sellers/orders/accept/:orderId'>,
    'caller' | 'screenName' | 'params' | 'idempotency' | 'ifMatch'
  >;
  const askedBy = ({ caller, screenName, idempotency, ifMatch }: OrderCall): Asked => ({
    accountId: caller.id,
    screenName,
    idempotency,
    ifMatch,
  });
  const command = (call: OrderCall, order: OrderCommand, change = {}) =>
    apply(() => orders.find(call.caller.id, call.params.orderId), order, askedBy(call), change);

  /** Like `command`, for calls whose path also names the outlet, which must be the order's own. */
  const outletCommand = (call: OrderCall & { params: { outletId: string } }, order: OrderCommand) => {
    const load = async () => {
      const row = await orders.find(call.caller.id, call.params.orderId);
      return row?.outlet_id === call.params.outletId ? row : null;
    };
    return apply(load, order, askedBy(call));
  };

  return {
    async 'GET /sellers/outlets/:outletId/orders'({ caller, params }) {
      return (await reads.live({ sellerId: caller.id, outletId: params.outletId })) ?? notFound();
    },

    async 'GET /sellers/outlets/:outletId/order-versions'({ caller, params }) {
      return (await reads.versions({ sellerId: caller.id, outletId: params.outletId })) ?? notFound();
    },

    async 'GET /sellers/orders/:orderId'({ caller, params }) {
      return (await reads.one({ sellerId: caller.id, orderId: params.orderId })) ?? notFound();
    },

    async 'GET /sellers/outlets/:outletId/ready-estimates'({ caller, params }) {
      return (await readyTimes.estimates(caller.id, params.outletId)) ?? notFound();
    },

    'POST /sellers/orders/accept/:orderId': (call) =>
      apply(
        () => orders.find(call.caller.id, call.params.orderId),
        { kind: 'accept' },
        {
          ...askedBy(call),
          readyBy: call.body?.readyBy,
        },
      ),

    'POST /sellers/orders/ready-time/:orderId'(call) {
      const { readyBy } = call.body;
      const load = async () => {
        const row = await orders.find(call.caller.id, call.params.orderId);
        if (row?.promises === null)
          return refuse(409, 'READY_TIME_NOT_PROMISED', 'No ready time was promised for this order.');
        return !row || readyTimes.isAhead(readyBy)
          ? row
          : refuse(422, 'READY_TIME_OUT_OF_RANGE', 'Please choose a ready time within the next four hours.');
      };
      return apply(load, { kind: 'moveReadyTime' }, { ...askedBy(call), readyBy });
    },

    'POST /sellers/orders/read-note/:orderId': (call) =>
      command(
        call,
        { kind: 'readNote' },
        { note_read: { at: clock.now().toISOString(), screenName: call.screenName } },
      ),

    'POST /sellers/orders/check-age/:orderId'(call) {
      const { outcome } = call.body;
      const said = { outcome, at: clock.now().toISOString(), screenName: call.screenName };
      return command(call, { kind: 'checkAge', outcome }, { age_check: said });
    },

    'POST /sellers/orders/progress/:orderId': (call) =>
      command(call, { kind: 'progressItems', items: call.body.items, status: call.body.status }),

    async 'POST /sellers/orders/cancel/:orderId'(call) {
      const load = async () => {
        const row = await orders.find(call.caller.id, call.params.orderId);
        return row && canTake(row, 'cancel') && isKnownTaken(row)
          ? refuse(409, 'MONEY_TAKEN', MONEY_TAKEN)
          : row;
      };
      const words = {
        cancel_reason: call.body?.reason?.trim() || null,
        cancel_message: call.body?.forCustomer ?? null,
      };
      const result = await apply(load, { kind: 'cancel' }, askedBy(call), words);
      if (!(result instanceof Refusal)) onPaymentDue();
      return result;
    },

    'POST /sellers/orders/complete/:orderId': (call) =>
      close(() => orders.find(call.caller.id, call.params.orderId), askedBy(call)),

    'POST /sellers/orders/refund/:orderId'(call) {
      const { amountToRefund: amount, reason, lines = [], orderId, outletId } = call.body;
      const load = async () => {
        const row = await orders.find(call.caller.id, call.params.orderId);
        // A body that names the order or the outlet too must name the same ones.
        const same = row && (orderId ?? row.id) === row.id && (outletId ?? row.outlet_id) === row.outlet_id;
        return same ? row : null;
      };
      return refunds.refund(load, { amount, reason: reason?.trim() || null, lines }, askedBy(call));
    },

    'POST /sellers/outlets/:outletId/progress-order/:orderId': (call) =>
      outletCommand(call, { kind: 'progress' }),
    'POST /sellers/outlets/:outletId/regress-order/:orderId': (call) =>
      outletCommand(call, { kind: 'regress' }),
  };
}
