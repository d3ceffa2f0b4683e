import type { Reply } from '#shared/api/contract.ts';
import { trackedOrder } from '#shared/api/guest-orders.ts';
import { customerMessage } from '#shared/base/customer-message.ts';
import { stockOf } from '#shared/catalogs/stock.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import { guestsEnd } from '../../ordering/taken-unsold.ts';
import type { trackingTokens } from '../../ordering/tracking-tokens.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { SharedReply } from '../../http/shared-reply.ts';
import { versionOf, type FollowedMenus, type Menu, type ReadMenu } from './followed-menus.ts';
import type { FollowedOrders } from './followed-orders.ts';
import { orderOf, type OrderRow } from './order-row.ts';
import type { OrdersRepository } from './orders-repository.ts';
import type { pickUpHandlers } from './pick-up-handlers.ts';
import type { placeOrders } from './place-order.ts';

type CustomersHandlers = Pick<
  RouteHandlers,
  | 'GET /customers/outlets/:outletId/menu'
  | 'GET /customers/outlets/:outletId/events'
  | 'POST /customers/outlets/:outletId/orders'
  | 'GET /customers/orders/:orderId'
  | 'GET /customers/orders/:orderId/events'
  | keyof ReturnType<typeof pickUpHandlers>
>;

export type CustomersHandlersOptions = {
  readMenu: ReadMenu;
  orders: OrdersRepository;
  placeOrder: ReturnType<typeof placeOrders>;
  tracking: ReturnType<typeof trackingTokens>;
  followed: FollowedOrders;
  followedMenus: FollowedMenus;
  pickUpHandlers: ReturnType<typeof pickUpHandlers>;
};

/** The calls of customers. */
export function customersHandlers({
  readMenu,
  orders,
  placeOrder,
  tracking,
  followed,
  followedMenus,
  pickUpHandlers: ofPickUps,
}: CustomersHandlersOptions): CustomersHandlers {
  return {
    ...ofPickUps,
    ...orderHandlers({ orders, tracking, followed }),

    async 'GET /customers/outlets/:outletId/menu'({ params: { outletId } }) {
      return (await readMenu(outletId)) ?? notFound();
    },

    'GET /customers/outlets/:outletId/events': ({ params: { outletId }, network }) =>
      followedMenus.stream(outletId, network, (menu) => ({ id: versionOf(menu), data: stateOf(menu) })),

    'POST /customers/outlets/:outletId/orders'({ params: { outletId }, query, body, idempotency, network }) {
      if (!idempotency) return refuse(400, 'IDEMPOTENCY_KEY_INVALID', 'Idempotency-Key is needed.');
      if (query.repeat === 'true') return placeOrder.again(outletId, idempotency);
      if (query.repeat === 'last') return placeOrder.giveUp(outletId, idempotency, network);
      const { catalogId, revision } = query;
      const chosenFrom = catalogId === undefined || revision === undefined ? null : { catalogId, revision };
      return placeOrder.place(outletId, { body, idempotency, chosenFrom }, network);
    },
  };
}

type MenuState = Reply<'GET /customers/outlets/:outletId/events'>;
const states = new WeakMap<object, MenuState>();
/** Where more is sold out, an event that tells it is not much shorter than the menu. */
const LONG_STOCK = 100;

/** What a customer learns of one order, with the token that they were given. */
function orderHandlers({
  orders,
  tracking,
  followed,
}: Pick<CustomersHandlersOptions, 'orders' | 'tracking' | 'followed'>): Pick<
  CustomersHandlers,
  'GET /customers/orders/:orderId' | 'GET /customers/orders/:orderId/events'
> {
  const found = async (orderId: string, token: string) =>
    tracking.matches(orderId, token) ? orders.findAny(orderId) : null;
  return {
    async 'GET /customers/orders/:orderId'({ params: { orderId }, query }) {
      const row = await found(orderId, query.token);
      return row ? tracked(row) : notFound();
    },

    async 'GET /customers/orders/:orderId/events'({ params: { orderId }, query, network }) {
      const row = await found(orderId, query.token);
      if (!row) return notFound();
      return followed.stream(row, network, (changed) => ({
        id: String(changed.version),
        data: tracked(changed),
      }));
    },
  };
}

/** The same object for the same menu, so that it is written once for all who follow it. */
function stateOf(menu: SharedReply<Menu>): MenuState {
  const state = states.get(menu) ?? { version: versionOf(menu), ...menuStateOf(menu.body) };
  states.set(menu, state);
  return state;
}

function menuStateOf({ outlet, ordering, content, catalog }: Menu): Omit<MenuState, 'version'> {
  const { availability } = outlet;
  const stock = stockOf(catalog?.categories ?? []);
  const marks = stock.soldOut.length + Object.keys(stock.left).length;
  return { availability, ordering, content, ...(marks <= LONG_STOCK && { stock }) };
}

function tracked(row: OrderRow): Reply<'GET /customers/orders/:orderId'> {
  const { status, charged } = guestsEnd(row);
  const { accepted_at: acceptedAt, cancel_message: forCustomer } = row;
  const message = customerMessage({ status, accepted: acceptedAt !== null, forCustomer, charged });
  return trackedOrder.parse({ ...orderOf(row), status, message, ...readyTimeOf(row) });
}

/** What its customer was promised; nothing while the order waits for an answer. */
function readyTimeOf({ accepted_at: acceptedAt, promises, ready_at: readyAt }: OrderRow) {
  const [first, last] = [promises?.[0], promises?.at(-1)];
  if (!acceptedAt || !first || !last) return {};
  const movedFrom = first.readyBy === last.readyBy ? null : first.readyBy;
  return { readyTime: { readyBy: last.readyBy, movedFrom, readyAt: readyAt?.toISOString() ?? null } };
}
