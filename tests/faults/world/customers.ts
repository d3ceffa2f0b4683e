import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reply } from '#shared/api/contract.ts';
import { openLine, type Line } from '../../support/servers/line.ts';
import { line as menuLine } from '../../support/shop/platform.ts';
import type { CustomerOrder } from '../run-log.ts';
import type { Platform } from './platform.ts';

export type Customers = {
  line: Line;
  orders: CustomerOrder[];
  refusals: { at: number }[];
  /** An honest app has one key for all tries of an order, as ours must have. */
  honest: boolean;
  /** One customer's press on "Pay", to its end: the app tries again, with the same key, until it is answered. */
  order(): Promise<CustomerOrder>;
  close(): Promise<void>;
};

/** How long an app waits for one answer, how soon it asks again, and for how long, in ms. */
const ANSWER_WITHIN_MS = 4_000;
const AGAIN_AFTER_MS = 400;
/** As long as the outlet takes no orders, and then some. */
const PATIENCE_MS = 150_000;

type Refused = { error: { code: string } };
type Placed = Reply<'POST /customers/outlets/:outletId/orders'>;

/** Customers' apps, over one line that can be broken. */
export async function openCustomers(platform: Platform): Promise<Customers> {
  const line = await openLine(() => platform.port(0));
  const address = `http://127.0.0.1:${line.port}/api/customers/outlets/${platform.outletId}/orders`;
  const menuAddress = `http://127.0.0.1:${platform.port(0)}/api/customers/outlets/${platform.outletId}/menu`;
  const menu = (await (await fetch(menuAddress)).json()) as Reply<'GET /customers/outlets/:outletId/menu'>;
  const items = [menuLine(menu.catalog?.categories ?? [], 'Ferry burger', 2)];
  const orders: CustomerOrder[] = [];
  const refusals: Customers['refusals'] = [];

  async function place(key: string): Promise<Response | null> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key, connection: 'close' };
    const body = { customerName: 'Priya Raman', tableNumber: '7', items, paymentMethod: 'pm_card_visa' };
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    return fetch(address, { method: 'POST', headers, body: JSON.stringify(body), signal }).catch(() => null);
  }

  const customers: Customers = {
    line,
    orders,
    refusals,
    honest: true,
    async order() {
      const order: CustomerOrder = {
        key: randomUUID(),
        orderId: null,
        askedAt: Date.now(),
        answeredAt: 0,
        tries: 0,
      };
      orders.push(order);
      while (order.answeredAt === 0 && Date.now() - order.askedAt < PATIENCE_MS) {
        const isFirst = order.tries === 0;
        order.tries += 1;
        const reply = await place(isFirst || customers.honest ? order.key : randomUUID());
        const body = (await reply?.json().catch(() => null)) as Placed | Refused | null;
        const placed = body && 'order' in body ? body : null;
        const unattended = body && 'error' in body && body.error.code === 'OUTLET_UNATTENDED';
        if (unattended) refusals.push({ at: Date.now() });
        if (reply?.status === 201 && placed) {
          // Its card may still be in work: the app follows the order, which is taken all the same.
          order.orderId = placed.order.id;
          order.answeredAt = Date.now();
        } else if (reply && reply.status < 500 && reply.status !== 429 && !unattended)
          order.answeredAt = Date.now();
        else await pause(AGAIN_AFTER_MS);
      }
      return order;
    },
    close: () => line.close(),
  };
  return customers;
}
