import { describe, expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { oneLineCases } from '../../../tests/support/samples/order-table.ts';
import { server, shop, setUpShop } from '../../../tests/support/shop/set-up.ts';

setUpShop();

/** Each call that staff may make about an order, by its column's heading. */
const calls: Record<string, (id: string) => [string, object?]> = {
  accept: (id) => [`/sellers/orders/accept/${id}`],
  'items to working': (id) => [`/sellers/orders/progress/${id}`, { items: ['1'], status: 'working' }],
  cancel: (id) => [`/sellers/orders/cancel/${id}`],
  complete: (id) => [`/sellers/orders/complete/${id}`],
  'progress-order': (id) => [`/sellers/outlets/${shop.outletId}/progress-order/${id}`],
  'regress-order': (id) => [`/sellers/outlets/${shop.outletId}/regress-order/${id}`],
  'refund 20p': (id) => [`/sellers/orders/refund/${id}`, { amountToRefund: 20 }],
};

describe('over the API, each command in each status (D25)', () => {
  it.each(oneLineCases)('%s + %s: %s', async (from, head, goal) => {
    const { id } = await shop.order();
    const [status = '', itemStatus = ''] = from.split(' ');
    await server.database.kysely
      .updateTable('orders')
      .set({
        status: status as Order['status'],
        item_status: JSON.stringify([{ id: '1', status: itemStatus }]),
      })
      .where('id', '=', id)
      .execute();
    const [path, body] = calls[head]?.(id) ?? [''];
    const reply = await shop.send('POST', path, body);
    const { body: now } = await shop.send('GET', `/sellers/orders/${id}`);
    const steps = ['complete', 'refund 20p'].includes(head) ? 2 : 1;

    if (goal === '-' || goal === goal.toUpperCase()) {
      const code = goal === '-' ? 'ORDER_STATUS_CONFLICT' : goal;
      expect(reply).toMatchObject({
        status: 409,
        body: { error: { code }, current: { status, version: 1 } },
      });
      expect(standing(now)).toEqual([from, 1]);
    } else {
      expect(reply.status).toBe(200);
      expect(standing(reply.body)).toEqual(goal === 'same' ? [from, 1] : [goal, 1 + steps]);
      expect(standing(now)).toEqual(standing(reply.body));
    }
    expect(now.refunded).toBe(head === 'refund 20p' && goal !== '-' ? 20 : 0);
  });
});

function standing({ status, itemStatus, version }: Order): [string, number] {
  return [`${status} ${itemStatus[0]?.status}`, version];
}
