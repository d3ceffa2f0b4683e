import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onPostgres } from '../../testing/database.ts';
import { basketOfTea, testServer, type TestServer } from '../../testing/server.ts';
import { stripeAt } from '../../../tests/support/shop/card-shop.ts';
import { finished } from '../../../tests/support/shop/report-steps.ts';
import { server } from '../../../tests/support/shop/set-up.ts';
import { setUpCardShop, shop, stripe } from '../../../tests/support/shop/set-up-cards.ts';

setUpCardShop();

let beside: TestServer;
beforeAll(async () => {
  beside = await testServer({ beside: server, stripe: stripeAt(stripe) });
});
afterAll(() => beside.close());

const basket = { ...basketOfTea, paymentMethod: 'pm_card_visa' };
async function ask(at: TestServer, key: string, query = '', body: object = basket) {
  await server.hear(shop.outletId);
  return at.send('POST', `/customers/outlets/${shop.outletId}/orders${query}`, body, {
    'idempotency-key': key,
  });
}
const notPlaced = { status: 404, body: { error: { code: 'NOT_PLACED' } } };
const board = async () => (await shop.send('GET', `/sellers/outlets/${shop.outletId}/orders`)).body;
const holds = () => shop.account.intents.length;

describe('an order that its guest has given up (D69)', () => {
  it('is never placed, by no request that was under way; the next order is the only one', async () => {
    const key = randomUUID();
    const before = holds();
    await shop.send('POST', `/sellers/outlets/${shop.outletId}/portions`, { itemId: 'tea', left: 5 });
    expect(await ask(server, key, '?repeat=last')).toMatchObject(notPlaced);
    // The request that was delayed arrives only now, at another server.
    expect(await ask(beside, key)).toMatchObject(notPlaced);
    expect(await ask(server, key, '?repeat=true')).toMatchObject(notPlaced);
    expect(await ask(server, key, '?repeat=last')).toMatchObject(notPlaced);
    expect([await board(), holds()]).toEqual([[], before]);
    const { body } = await shop.send('GET', `/sellers/outlets/${shop.outletId}/portions`);
    expect(body.portions).toEqual([{ itemId: 'tea', left: 5 }]);
    await shop.send('POST', `/sellers/outlets/${shop.outletId}/portions`, { itemId: 'tea', left: null });
    expect((await ask(server, randomUUID())).status).toBe(201);
    expect([(await board()).length, holds()]).toEqual([1, before + 1]);
  });

  it('is the order if that was placed before, and another body with its key is refused', async () => {
    const key = randomUUID();
    const { body: placed } = await ask(server, key);
    expect((await ask(beside, key, '?repeat=last')).body.order.id).toBe(placed.order.id);
    expect(await ask(beside, key, '?repeat=last', { ...basket, customerName: 'Another' })).toMatchObject({
      status: 422,
    });
  });

  it('is in no report: nothing was ordered (D53)', async () => {
    const bar = await server.trading();
    await server.hear(bar.outletId);
    const orders = `/customers/outlets/${bar.outletId}/orders`;
    expect(
      await server.send('POST', `${orders}?repeat=last`, basket, { 'idempotency-key': randomUUID() }),
    ).toMatchObject(notPlaced);
    expect((await finished(bar)).report.notServed).toEqual([]);
  });

  it('in a session that is finished at the same moment changes nothing of it, and keeps it from nothing (D53)', async () => {
    const bar = await server.trading();
    const [reports, notServed] = [[] as unknown[], [] as unknown[]];
    for (let round = 0; round < 10; round += 1) {
      await server.hear(bar.outletId);
      const giveUp = () =>
        beside.send('POST', `/customers/outlets/${bar.outletId}/orders?repeat=last`, basket, {
          'idempotency-key': randomUUID(),
        });
      const early = round % 2 === 0 ? giveUp() : null;
      const [end, givenUp] = await Promise.all([finished(bar), early ?? giveUp()]);
      expect(givenUp).toMatchObject(notPlaced);
      reports.push(end.report.number);
      notServed.push(...end.report.notServed);
      await bar.send('POST', `/sellers/outlets/${bar.outletId}/trading-session/start`);
    }
    expect([reports, notServed]).toEqual([Array.from({ length: 10 }, (_, nth) => nth + 1), []]);
  });

  it.runIf(onPostgres)('waits for no order of its outlet that is being written', async () => {
    const key = randomUUID();
    await server.database.kysely.transaction().execute(async (tx) => {
      await tx
        .selectFrom('outlet_feeds')
        .select('seq')
        .where('outlet_id', '=', shop.outletId)
        .forUpdate()
        .execute();
      expect(await ask(beside, key, '?repeat=last')).toMatchObject(notPlaced);
    });
    expect(await ask(server, key)).toMatchObject(notPlaced);
  });

  it('is refused a network that gives up more than a full house would', async () => {
    const strict = await testServer({
      beside: server,
      stripe: stripeAt(stripe),
      limits: ['given-up-network=30'],
    });
    const statuses = [];
    // Other tests have given up some.
    for (let count = 0; count <= 30; count += 1)
      statuses.push((await ask(strict, randomUUID(), '?repeat=last')).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([404, 429]);
    await strict.close();
  });

  it('while no orders are taken, too: it is not placed once they are taken again', async () => {
    const ordering = `/sellers/outlets/${shop.outletId}`;
    const key = randomUUID();
    await shop.send('POST', `${ordering}/pause`, { until: null, reason: 'Kitchen fire' });
    expect(await ask(server, key, '?repeat=last')).toMatchObject(notPlaced);
    await shop.send('POST', `${ordering}/resume`);
    expect(await ask(beside, key)).toMatchObject(notPlaced);
  });

  it('with a dish that is sold out just then, too', async () => {
    const portions = `/sellers/outlets/${shop.outletId}/portions`;
    const key = randomUUID();
    await shop.send('POST', portions, { itemId: 'tea', left: 0 });
    expect(await ask(server, key, '?repeat=last')).toMatchObject(notPlaced);
    await shop.send('POST', portions, { itemId: 'tea', left: null });
    expect(await ask(beside, key)).toMatchObject(notPlaced);
  });

  it('given up and placed at the same moment, at two servers: the guest hears what is true', async () => {
    for (let round = 0; round < 20; round += 1) {
      const key = randomUUID();
      const giveUp = () => ask(beside, key, '?repeat=last');
      // Either is sent first, in turns.
      const early = round % 2 === 0 ? giveUp() : null;
      const [placed, givenUp] = await Promise.all([ask(server, key), early ?? giveUp()]);
      const there = (await board()).some(({ id }: { id: string }) => id === placed.body.order?.id);
      expect({ placed: placed.status, givenUp: givenUp.status, there }).toEqual(
        placed.status === 201
          ? { placed: 201, givenUp: 201, there: true }
          : { placed: 404, givenUp: 404, there: false },
      );
    }
  });
});
