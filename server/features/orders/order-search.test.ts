import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FoundOrder } from '#shared/api/order-search.ts';
import type { Trading } from '../../testing/server.ts';
import { indexListed } from './index-orders.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';

setUpServer();

describe('orders of all sessions are found (D78)', () => {
  let shop: Trading;
  let neighbour: Trading;
  const search = async (text: string, further = '', of = shop) =>
    (await of.send('GET', `/sellers/orders?search=${encodeURIComponent(text)}${further}`)).body as {
      items: FoundOrder[];
      nextCursor: string | null;
    };
  const names = async (text: string) => (await search(text)).items.map(({ customerName }) => customerName);

  const indexed = () => server.database.run(indexListed, [5_000]);

  beforeAll(async () => {
    [shop, neighbour] = [await server.trading(), await server.trading()];
    const old = await shop.order({ customerName: 'Zoë O’Brien', tableNumber: '12' });
    await shop.send('POST', `/sellers/orders/cancel/${old.id}`);
    for (const step of ['finish', 'start'])
      await shop.send('POST', `/sellers/outlets/${shop.outletId}/trading-session/${step}`);
    await shop.order({
      customerName: 'Jörg Weiß-Meier',
      items: [{ itemId: 'coffee', quantity: 2, modifications: [{ modifierId: 'milk', option: 'Oat' }] }],
    });
    await shop.order({ customerName: 'ÉMILIE', tip: 55 });
    await shop.order({ customerName: 'Nobody', paymentMethod: 'test_declined' });
    await shop.send('POST', `/sellers/outlets/${shop.outletId}/test-order`);
    await neighbour.order({ customerName: 'Zoë next door' });
    await sql`update orders set card = '{"brand": "visa", "lastFour": "9417"}' where customer_name = 'ÉMILIE'`.execute(
      server.database.kysely,
    );
    await server.app.doChores();
  });

  it.each([
    ['a name without its accents', 'zoe', ['Zoë O’Brien']],
    ['the beginning of each word, in any order', 'obr zo', ['Zoë O’Brien']],
    ['a name in capitals', 'émilie', ['ÉMILIE']],
    ['half of a double name', 'meier', ['Jörg Weiß-Meier']],
    ['its table', 'Table 12', ['Zoë O’Brien']],
    ['its amount', '£6.75', ['ÉMILIE']],
    ['the last four of its card', 'card 9417', ['ÉMILIE']],
    ['its card as people say it', 'Visa 94', ['ÉMILIE']],
    ['an item with its option', 'coffee oat', ['Jörg Weiß-Meier']],
    ['its number in any session, newest first', '#1', ['Jörg Weiß-Meier', 'Zoë O’Brien']],
    ['an item of several', 'tea', ['ÉMILIE', 'Zoë O’Brien']],
    ['no unpaid orders', 'nobody', []],
    ['no tests', 'test', []],
    ['nothing in signs alone', '%_\'\\"', []],
    ['nothing where one word is missing', 'zoe coffee', []],
  ])('by %s', async (_what, text, found) => expect(await names(text)).toEqual(found));

  it('each with what tells it from others', async () => {
    const { items } = await search('zoe');
    expect(items).toMatchObject([
      { orderNumber: 1, status: 'deliver_aborted', tableNumber: '12', amount: 620, outletId: shop.outletId },
    ]);
    expect(items[0]?.tradingSessionId).not.toBe((await search('emilie')).items[0]?.tradingSessionId);
  });

  it('in pages, among many of others', async () => {
    await sql`
      insert into orders select (jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object(
        'id', o.id || '-' || n, 'idempotency_key', null, 'customer_name', 'Page ' || n))).*
      from orders o, generate_series(1, 2500) n
      where o.customer_name = 'ÉMILIE' or (o.customer_name = 'Zoë next door' and n < 100)`.execute(
      server.database.kysely,
    );
    await indexed();
    const first = await search('page', '&limit=40');
    const second = await search('page', `&limit=40&cursor=${first.nextCursor}`);
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(80);
    expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? 1 : -1)));
    expect(await names('zoe'), 'from before the newest two thousand').toEqual(['Zoë O’Brien']);
    expect((await search('zoe')).nextCursor).toBeNull();
    expect((await search('page', '', neighbour)).items).toHaveLength(20);
    expect((await search('page 98', '', neighbour)).items).toHaveLength(1);
  });
});
