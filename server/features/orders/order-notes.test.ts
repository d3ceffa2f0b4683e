import { beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { itemStatuses } from '#shared/base/order-statuses.ts';
import { sql } from 'kysely';
import { testServer, type Trading } from '../../testing/server.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';

setUpServer();

let bar: Trading;
beforeEach(async () => {
  bar = await server.trading();
});

const note = 'Nut allergy, please keep separate';
const cooking = async (): Promise<Order> => {
  const { id } = await bar.order({ note });
  await bar.send('POST', `/sellers/orders/accept/${id}`);
  return (await move(id, 'working')).body;
};
const move = (id: string, status: string) =>
  bar.send('POST', `/sellers/orders/progress/${id}`, { items: ['1'], status });
const forward = (id: string) => bar.send('POST', `/sellers/outlets/${bar.outletId}/progress-order/${id}`);
const read = (id: string, headers = {}) =>
  bar.send('POST', `/sellers/orders/read-note/${id}`, undefined, headers);

describe('a customer’s note (D57)', () => {
  it('must be ticked as read before anything is ready, by whichever way; who and when is kept', async () => {
    const { id, noteUnread, version } = await cooking();
    expect(noteUnread).toBe(true);
    for (const refused of [await forward(id), await move(id, 'ready'), await move(id, 'complete')])
      expect(refused).toMatchObject({
        status: 409,
        body: {
          error: { code: 'NOTE_UNREAD', message: expect.stringContaining('tick it as read') },
          current: { version, status: 'deliver_working', noteUnread: true },
        },
      });

    server.clock.stop();
    const at = server.clock.now().toISOString();
    const { status, body } = await read(id, { 'x-screen-name': 'Kitchen' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: version + 1, noteRead: { at, screenName: 'Kitchen' } });
    expect(body).not.toHaveProperty('noteUnread');
    expect(body.actions.at(-1)).toEqual({
      action: 'readNote',
      at,
      screenName: 'Kitchen',
      version: version + 1,
    });
    expect((await forward(id)).body).toMatchObject({ status: 'deliver_enroute' });
    server.clock.advance(60_000);
    expect((await read(id, { 'x-screen-name': 'Bar' })).body.noteRead, 'the first who read it').toEqual({
      at,
      screenName: 'Kitchen',
    });
  });

  it('does not stand in the way of an order without one, of a cancel, or of a test', async () => {
    const { id } = await bar.order();
    for (const status of ['deliver_waiting', 'deliver_working', 'deliver_enroute'])
      expect((await forward(id)).body).toMatchObject({ status });
    const other = await cooking();
    const cancelled = (await bar.send('POST', `/sellers/orders/cancel/${other.id}`)).body;
    expect(cancelled).toMatchObject({ status: 'deliver_aborted' });
    expect(cancelled, 'nothing is asked of what has ended').not.toHaveProperty('noteUnread');
    const { body: test } = await bar.send('POST', `/sellers/outlets/${bar.outletId}/test-order`);
    expect(test).not.toHaveProperty('noteUnread');
    for (let step = 0; step < 3; step += 1) expect((await forward(test.id)).status).toBe(200);
  });

  it('no order is ready with an unread note, whatever two servers are asked at once', async () => {
    const second = await testServer({ beside: server });
    const as = { authorization: `Bearer ${bar.accessToken}` };
    const ask = ({ id }: Order, n: number) => {
      const { send } = n % 2 === 0 ? server : second;
      const step = n % 3 === 0 ? 'regress' : 'progress';
      const items = { items: ['1'], status: itemStatuses[n % itemStatuses.length] };
      return n % 5 < 3
        ? send('POST', `/sellers/orders/progress/${id}`, items, as)
        : send('POST', `/sellers/outlets/${bar.outletId}/${step}-order/${id}`, undefined, as);
    };
    try {
      const orders = await Promise.all(Array.from({ length: 8 }, cooking));
      const made: string[] = [];
      for (let round = 0; round < 12; round += 1) {
        // Of half the orders the note is read, each in a round of its own; of the others never.
        const asked = orders.map(async (order, index) => {
          const replies = await Promise.all([
            ...Array.from({ length: 5 }, (_, n) => ask(order, round * 7 + n * 3 + index)),
            ...(index < 4 && round === 2 * index + 1 ? [read(order.id)] : []),
          ]);
          return replies.flatMap(({ body }) => (body.status === 'deliver_enroute' ? [order.id] : []));
        });
        made.push(...(await Promise.all(asked)).flat());
        const { rows } = await sql`
          select id from orders where outlet_id = ${bar.outletId} and note is not null and note_read is null
            and (item_status @> '[{"status":"ready"}]' or item_status @> '[{"status":"complete"}]')
        `.execute(server.database.kysely);
        expect(rows).toEqual([]);
      }
      expect(new Set(made), 'those that were read, and no other, became ready').toEqual(
        new Set(orders.slice(0, 4).map(({ id }) => id)),
      );
    } finally {
      await second.close();
    }
  });
});
