import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { basketOfTea, testServer, type TestServer, type Trading } from '../../testing/server.ts';
import { anotherOutlet } from '../../../tests/support/shop/another-outlet.ts';
import { later, server, setUpServer } from '../../../tests/support/shop/set-up.ts';
import { somebodyResumes } from '../../../tests/support/shop/somebody-resumes.ts';

setUpServer();

let shop: Trading;
beforeEach(async () => {
  shop = await server.trading();
});

const path = (outletId = shop.outletId) => `/sellers/outlets/${outletId}/portions`;
const count = (body: object, outletId?: string) => shop.send('POST', path(outletId), body);
const left = async (itemId = 'tea', outletId?: string) => {
  const { body } = await shop.send('GET', path(outletId));
  const counts: { itemId: string; left: number }[] = body.portions;
  return counts.find((one) => one.itemId === itemId)?.left ?? null;
};
const teas = (quantity: number) => ({ items: [{ itemId: 'tea', quantity }] });
const coffees = (quantity: number) => ({
  itemId: 'coffee',
  quantity,
  modifications: [{ modifierId: 'milk', option: 'Oat' }],
});
const place = (at: TestServer, basket: object, key: string = randomUUID()) =>
  at.send(
    'POST',
    `/customers/outlets/${shop.outletId}/orders`,
    { ...basketOfTea, ...basket },
    { 'idempotency-key': key },
  );
const guestsTea = async () =>
  (await server.send('GET', `/customers/outlets/${shop.outletId}/menu`)).body.catalog.categories[0].list[0];
const cancel = (id: string) => shop.send('POST', `/sellers/orders/cancel/${id}`);

describe('portions left (D77)', () => {
  it('orders count down; guests read how many there are once they are few, and at nil it is sold out', async () => {
    expect(await left()).toBeNull();
    expect((await count({ itemId: 'tea', left: 9 })).body).toEqual({
      portions: [{ itemId: 'tea', left: 9 }],
    });
    await shop.order(teas(3));
    expect(await left()).toBe(6);
    expect(await guestsTea()).not.toHaveProperty('left');
    await shop.order(teas(3));
    expect(await guestsTea()).toMatchObject({ left: 3 });
    expect(await place(server, teas(4))).toMatchObject({
      status: 422,
      body: { error: { code: 'ORDER_NOT_POSSIBLE', message: 'Only 3 of Tea are left.' } },
    });
    const twoLines = { items: [...teas(2).items, ...teas(2).items] };
    expect((await place(server, twoLines)).body.error.message).toBe('Only 3 of Tea are left.');
    await shop.order(teas(3));
    expect(await guestsTea()).toMatchObject({ left: 0, soldOutUntil: 'session' });
    await expect(shop.order(teas(1))).rejects.toThrow('Tea is sold out');
    await count({ itemId: 'tea', by: 1 });
    expect((await shop.order(teas(1))).status).toBe('deliver_pending');
    await count({ itemId: 'tea', left: null });
    expect(await left()).toBeNull();
    await shop.order(teas(50));
  });

  it('a declined card takes nothing, and a repeated order takes once', async () => {
    await count({ itemId: 'tea', left: 5 });
    await place(server, { ...teas(2), paymentMethod: 'test_declined' });
    expect(await left()).toBe(5);
    const first = await place(server, teas(5), 'same');
    expect(await place(server, teas(5), 'same')).toMatchObject({ status: 201, body: first.body });
    expect(await left()).toBe(0);
  });

  it('200 orders at once, at two servers, take what there is and no more', async () => {
    const beside = await testServer({ beside: server });
    await count({ itemId: 'tea', left: 50 });
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, n) => place(n % 2 ? server : beside, teas(1))),
    );
    await beside.close();
    const taken = replies.filter(({ status }) => status === 201);
    const refused = replies.filter(({ body }) => body.error?.message === 'Tea is sold out.');
    expect([taken.length, refused.length]).toEqual([50, 150]);
    expect(await left()).toBe(0);
  });

  it('a count holds from the first order on that follows it, wherever orders were written without one; other outlets sell on', async () => {
    const beside = await testServer({ beside: server });
    const other = await server.trading();
    const burst = () =>
      Promise.all([
        ...Array.from({ length: 12 }, (_, n) => place(n % 2 ? server : beside, teas(1))),
        ...Array.from({ length: 12 }, () => other.order(teas(1))),
      ]).then(
        (replies) => replies.slice(0, 12).filter((reply) => 'body' in reply && reply.status === 201).length,
      );
    expect(await burst()).toBe(12);
    await count({ itemId: 'tea', left: 3 });
    expect([await burst(), await left()]).toEqual([3, 0]);
    await count({ itemId: 'tea', left: null });
    expect([await burst(), await left()]).toEqual([12, null]);
    await beside.close();
  });

  it('baskets of several items, cancels and recounts at once, at two servers: nothing is lost, oversold or answered with an error of the server', async () => {
    const beside = await testServer({ beside: server });
    const both = [server, beside];
    await count({ itemId: 'tea', left: 30 });
    await count({ itemId: 'coffee', left: 20 });
    let [addedTea, seed] = [0, 7];
    const chance = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
    const placed: string[] = [];
    const statuses: number[] = [];
    const one = async (n: number) => {
      const at = both[n % 2] ?? server;
      // Half of them name the items the other way round.
      const items = [teas(1 + chance(3)).items[0], coffees(1 + chance(2))];
      const reply = await place(at, { items: n % 3 ? items : items.toReversed() });
      statuses.push(reply.status);
      if (reply.status === 201) placed.push(reply.body.order.id);
      const id = placed[chance(placed.length || 1)];
      if (chance(2) && id) statuses.push((await cancel(id)).status);
      if (chance(8) === 0) {
        statuses.push((await count({ itemId: 'tea', by: 2 })).status);
        addedTea += 2;
      }
    };
    for (let round = 0; round < 4; round += 1)
      await Promise.all(Array.from({ length: 30 }, (_, n) => one(n)));
    await beside.close();
    expect(new Set(statuses)).toEqual(new Set([200, 201, 409, 422]));
    const rows = await server.database.kysely
      .selectFrom('orders')
      .select(['items', 'status'])
      .where('outlet_id', '=', shop.outletId)
      .execute();
    const sold = (itemId: string) =>
      rows
        .filter(({ status }) => status === 'deliver_pending')
        .flatMap(({ items }) => items)
        .reduce((sum, line) => sum + (line.itemId === itemId ? line.quantity : 0), 0);
    expect([(await left()) ?? 0, (await left('coffee')) ?? 0]).toEqual([
      30 + addedTea - sold('tea'),
      20 - sold('coffee'),
    ]);
    expect(rows.filter(({ status }) => status === 'deliver_aborted').length).toBeGreaterThan(10);
  });

  it('what nobody has begun comes back once: of a cancelled order, however often it is pressed, and of one that expires', async () => {
    await count({ itemId: 'tea', left: 9 });
    const order = await shop.order({ items: [...teas(2).items, ...teas(3).items] });
    expect(await left()).toBe(4);
    await shop.send('POST', `/sellers/orders/accept/${order.id}`);
    await shop.send('POST', `/sellers/orders/progress/${order.id}`, {
      items: [order.items[0]?.id],
      status: 'working',
    });
    await Promise.all(Array.from({ length: 10 }, () => cancel(order.id)));
    expect(await left(), 'two are being made').toBe(7);
    await shop.order(teas(4));
    expect(await left()).toBe(3);
    await later(600_001);
    await later(1);
    expect(await left()).toBe(7);
    await somebodyResumes(server);
  });

  it('counts end with the session, and are each outlet’s own', async () => {
    const second = await anotherOutlet(shop, 'The Annexe');
    const session = (step: string) =>
      shop.send('POST', `/sellers/outlets/${shop.outletId}/trading-session/${step}`);
    await session('finish');
    await count({ itemId: 'tea', left: 5 });
    await count({ itemId: 'tea', left: 8 }, second);
    await session('start');
    const { id } = await shop.order(teas(2));
    expect([await left(), await left('tea', second)]).toEqual([3, 8]);
    await cancel(id);
    expect(await left()).toBe(5);
    await session('finish');
    expect([await left(), await left('tea', second)]).toEqual([null, 8]);
  });

  it.each([
    ['an item of no menu', { itemId: 'soup', left: 3 }, 422],
    ['fewer than none', { itemId: 'tea', left: -1 }, 400],
    ['a part of one', { itemId: 'tea', left: 1.5 }, 400],
    ['more of what is not counted', { itemId: 'tea', by: 1 }, 409],
  ])('refuses %s', async (_what, body, status) => expect((await count(body)).status).toBe(status));
});
