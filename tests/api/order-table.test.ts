import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { testServer, type TestServer, type Trading } from '../../server/testing/server.ts';

let server: TestServer;
let shop: Trading;
beforeAll(async () => {
  server = await testServer();
  shop = await server.trading();
});
afterAll(() => server.close());

/** Each call that staff may make of an order, by the head of its column. */
const calls: Record<string, (id: string) => [string, object?]> = {
  accept: (id) => [`/sellers/orders/accept/${id}`],
  'items to working': (id) => [`/sellers/orders/progress/${id}`, { items: ['1'], status: 'working' }],
  cancel: (id) => [`/sellers/orders/cancel/${id}`],
  complete: (id) => [`/sellers/orders/complete/${id}`],
  'progress-order': (id) => [`/sellers/outlets/${shop.outletId}/progress-order/${id}`],
  'regress-order': (id) => [`/sellers/outlets/${shop.outletId}/regress-order/${id}`],
  'refund 20p': (id) => [`/sellers/orders/refund/${id}`, { amountToRefund: 20 }],
};

/**
 * Written by hand from D25, D26 and D28, and from no code: the order's status and its item's, and what becomes of the
 * two. `-` is refused with ORDER_STATUS_CONFLICT, a word in capitals is another refusal, `same` is a 200 that changes
 * nothing. Closing goes on to the capture, and a refund to its booking, which the test provider confirms at once.
 */
const table = `
order and item           | accept                  | items to working        | cancel                  | complete          | progress-order          | regress-order           | refund 20p
payment_pending waiting  | -                       | -                       | -                       | -                 | -                       | -                       | -
payment_created waiting  | -                       | -                       | -                       | -                 | -                       | -                       | -
payment_working waiting  | -                       | -                       | -                       | -                 | -                       | -                       | -
payment_failure waiting  | -                       | -                       | -                       | -                 | -                       | -                       | -
payment_aborted waiting  | -                       | -                       | -                       | -                 | -                       | -                       | -
deliver_pending waiting  | deliver_waiting waiting | -                       | deliver_aborted waiting | -                 | deliver_waiting waiting | -                       | -
deliver_waiting waiting  | -                       | deliver_working working | deliver_aborted waiting | -                 | deliver_working working | deliver_pending waiting | -
deliver_working working  | -                       | same                    | deliver_aborted working | -                 | deliver_enroute ready   | deliver_waiting waiting | -
deliver_enroute ready    | -                       | deliver_working working | deliver_aborted ready   | ITEMS_OUTSTANDING | deliver_enroute complete | deliver_working working | -
deliver_enroute complete | -                       | deliver_working working | deliver_aborted complete | complete complete | NOTHING_TO_PROGRESS     | deliver_enroute ready   | -
payment_capture complete | -                       | -                       | -                       | -                 | -                       | -                       | -
deliver_success complete | -                       | -                       | -                       | -                 | -                       | -                       | -
complete complete        | -                       | -                       | -                       | -                 | -                       | -                       | complete complete
refunded complete        | -                       | -                       | -                       | -                 | -                       | -                       | -
deliver_aborted waiting  | -                       | -                       | -                       | -                 | -                       | -                       | -
deliver_expired waiting  | -                       | -                       | -                       | -                 | -                       | -                       | -
deliver_decline waiting  | -                       | -                       | -                       | -                 | -                       | -                       | -
`;
const [, ...heads] = cellsOf(table.trim().split('\n')[0] ?? '');
const rows = table.trim().split('\n').slice(1).map(cellsOf);

describe('D25 over the API, each command in each status', () => {
  it.each(
    rows.flatMap(([from = '', ...goals]) => goals.map((goal, n) => [from, heads[n] ?? '', goal] as const)),
  )('%s + %s: %s', async (from, head, goal) => {
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

function cellsOf(row: string): string[] {
  return row.split('|').map((cell) => cell.trim());
}
