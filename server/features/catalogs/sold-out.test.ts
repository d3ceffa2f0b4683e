import { describe, expect, it } from 'vitest';
import type { Category } from '#shared/api/catalogs.ts';
import { basketOfTea, menu, testServer } from '../../testing/server.ts';
import { anotherOutlet } from '../../../tests/support/shop/another-outlet.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';
import { open, path, shop, save, tea, oatCoffee } from '../../../tests/support/shop/catalog-steps.ts';

setUpServer();

const oat = { itemId: 'coffee', modifierId: 'milk', option: 'Oat' };

describe('sold out (D37)', () => {
  const mark = (body: object) => shop.send('POST', `${path}/sold-out`, body);
  const offered = async () =>
    (await server.send('GET', `/customers/outlets/${shop.outletId}/menu`)).body.catalog.categories[0].list;

  it('an item and an option are off the menu and refused in orders at once, and back at once', async () => {
    await open();
    await shop.order(tea);
    await shop.order(oatCoffee);
    expect(await mark({ itemId: 'tea', until: 'session' })).toMatchObject({
      status: 200,
      body: {
        revision: 2,
        categories: [{ list: [{ id: 'tea', soldOutUntil: 'session' }, { id: 'coffee' }] }],
      },
    });
    await expect(shop.order(tea)).rejects.toThrow('Tea is sold out');
    expect((await offered())[0].soldOutUntil).toBe('session');
    await shop.order(oatCoffee);
    await mark({ ...oat, until: 'session' });
    await expect(shop.order(oatCoffee)).rejects.toThrow('Oat is sold out');
    expect((await offered())[1].modifiers[0].list).toMatchObject([
      { name: 'Whole' },
      { soldOutUntil: 'session' },
    ]);
    await mark({ ...oat, until: null });
    await mark({ itemId: 'tea', until: null });
    await shop.order(oatCoffee);
    expect((await shop.order(tea)).status).toBe('deliver_pending');
    expect((await offered())[0].soldOutUntil ?? null).toBeNull();
  });

  it('another server that remembers the menu refuses it at once, too', async () => {
    await open();
    const beside = await testServer({ beside: server });
    const order = (key: string) =>
      beside.send(
        'POST',
        `/customers/outlets/${shop.outletId}/orders`,
        { ...basketOfTea, ...tea },
        { 'idempotency-key': key },
      );
    expect((await order('before')).status).toBe(201);
    await mark({ itemId: 'tea', until: 'session' });
    expect(await order('after')).toMatchObject({
      status: 422,
      body: { error: { code: 'ORDER_NOT_POSSIBLE' } },
    });
    await mark({ itemId: 'tea', until: null });
    expect((await order('again')).status).toBe(201);
    await beside.close();
  });

  it('until a time, it comes back by itself', async () => {
    await open();
    await mark({ itemId: 'tea', until: new Date(server.clock.now().getTime() + 60_000).toISOString() });
    await expect(shop.order(tea)).rejects.toThrow('Tea is sold out');
    const told = async () =>
      JSON.stringify([await shop.send('GET', path), await shop.send('GET', '/sellers/catalogs')]);
    expect(await told()).toContain('soldOutUntil');
    server.clock.advance(60_001);
    expect((await shop.order(tea)).status).toBe('deliver_pending');
    expect(await told(), 'the seller sees it offered again as well').not.toContain('soldOutUntil');
  });

  it('neither marking nor editing undoes the other, whoever saw what', async () => {
    await open();
    const { body: seen } = await shop.send('GET', path);
    await mark({ itemId: 'tea', until: 'session' });
    // An editor that loaded the menu before saves without a conflict, and the mark stays.
    const edited = await save('Edited', seen.categories, { 'if-match': `"${seen.revision}"` });
    expect(edited).toMatchObject({
      status: 200,
      body: { name: 'Edited', revision: 3, categories: [{ list: [{ soldOutUntil: 'session' }, {}] }] },
    });
    await expect(shop.order(tea)).rejects.toThrow('Tea is sold out');
    // An editor that loaded it as sold out saves after it is offered again.
    await mark({ itemId: 'tea', until: null });
    await save('Edited again', edited.body.categories, { 'if-match': '"3"' });
    expect((await shop.order(tea)).status).toBe('deliver_pending');
    expect((await shop.send('GET', `${path}/revisions/3`)).body.categories).toEqual(menu);
  });

  it('an option that is renamed stays sold out, and one that is another’s place does not become it', async () => {
    await open();
    await mark({ ...oat, until: 'session' });
    const withOptions = (...names: string[]) =>
      menu.map((category) => ({
        ...category,
        list: category.list.map((item) => ({
          ...item,
          modifiers: item.modifiers.map((modifier) => ({
            ...modifier,
            list: names.map((name) => ({ name, cost: 0 })),
          })),
        })),
      })) as Category[];
    const marked = async () =>
      (await offered())[1].modifiers[0].list.flatMap(({ name, soldOutUntil }: Record<string, string>) =>
        soldOutUntil ? [name] : [],
      );
    expect(await marked()).toEqual(['Oat']);
    await save('Renamed', withOptions('Whole', 'Oat (barista)'));
    expect(await marked()).toEqual(['Oat (barista)']);
    await save('Reordered', withOptions('Oat (barista)', 'Whole'));
    expect(await marked()).toEqual(['Oat (barista)']);
    await save('Without', withOptions('Whole'));
    expect(await marked()).toEqual([]);
  });

  it('many at once are all kept, among saves', async () => {
    await open();
    const list = Array.from({ length: 12 }, (_, n) => ({
      ...menu[0]?.list[0],
      id: `item-${n}`,
      name: `Item ${n}`,
    }));
    const wide = [{ id: 'all', name: 'All', list }] as Category[];
    await save('Wide', wide);
    const replies = await Promise.all([
      ...list.map(({ id }) => mark({ itemId: id, until: 'session' })),
      ...['A', 'B', 'C'].map((name) => save(name, wide)),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const { body } = await shop.send('GET', path);
    const marks = body.categories[0].list.map(({ soldOutUntil }: { soldOutUntil?: string }) => soldOutUntil);
    expect(marks).toEqual(list.map(() => 'session'));
    expect(body.revision).toBe(6);
  });

  const session = (outletId: string, step: string) =>
    shop.send('POST', `/sellers/outlets/${outletId}/trading-session/${step}`);
  const teaMark = async () => (await shop.send('GET', path)).body.categories[0].list[0].soldOutUntil;
  const annexe = () => anotherOutlet(shop, 'The Annexe');

  it('for the session, it ends with the last of the sessions it was made in', async () => {
    await open();
    const second = await annexe();
    await session(second, 'start');
    await mark({ itemId: 'tea', until: 'session' });
    await mark({ ...oat, until: new Date(server.clock.now().getTime() + 3_600_000).toISOString() });

    expect((await session(shop.outletId, 'finish')).status).toBe(200);
    expect(await teaMark()).toBe('session');
    await session(shop.outletId, 'start');
    expect((await session(second, 'finish')).status).toBe(200);
    expect(await teaMark()).toBeUndefined();
    expect((await shop.order(tea)).status).toBe('deliver_pending');
    await expect(shop.order(oatCoffee)).rejects.toThrow('Oat is sold out');
  });

  it('for the session, made while closed, it is for the next one', async () => {
    await open();
    const second = await annexe();
    await session(shop.outletId, 'finish');
    await mark({ itemId: 'tea', until: 'session' });
    await session(shop.outletId, 'start');
    await expect(shop.order(tea)).rejects.toThrow('Tea is sold out');
    await session(second, 'start');
    await session(second, 'finish');
    expect(await teaMark()).toBe('session');
    await session(shop.outletId, 'finish');
    expect(await teaMark()).toBeUndefined();
  });

  it('for the session, it ends with it though the outlet went over to another catalog', async () => {
    await open();
    const { body: evening } = await shop.send('POST', '/sellers/catalogs', { name: 'Evening' });
    await shop.send('PATCH', `/sellers/catalogs/${evening.id}`, { name: 'Evening', categories: menu });
    const assign = (id: string) => shop.send('PATCH', `/sellers/outlets/${shop.outletId}/catalog/${id}`);
    await mark({ itemId: 'tea', until: 'session' });
    await session(shop.outletId, 'finish');
    await session(shop.outletId, 'start');
    await mark({ itemId: 'tea', until: 'session' });
    await assign(evening.id);
    expect((await shop.order(tea)).status).toBe('deliver_pending');
    const { body: orders } = await shop.send('GET', `/sellers/outlets/${shop.outletId}/orders`);
    for (const { id } of orders) await shop.send('POST', `/sellers/orders/cancel/${id}`);
    expect(await teaMark()).toBe('session');
    expect((await session(shop.outletId, 'finish')).status).toBe(200);
    expect(await teaMark()).toBeUndefined();
  });

  it('two that close at the same moment do not each wait for the other', async () => {
    await open();
    const second = await annexe();
    const both = (step: string) => Promise.all([shop.outletId, second].map((id) => session(id, step)));
    for (let round = 0; round < 5; round += 1) {
      await both('start');
      await mark({ itemId: 'tea', until: 'session' });
      expect((await both('finish')).map(({ status }) => status)).toEqual([200, 200]);
      expect((await shop.send('GET', path)).body.categories[0].list[0]).not.toHaveProperty('soldOutUntil');
    }
  });

  it.each([
    ['an unknown item', { itemId: 'soup', until: 'session' }, 422],
    ['an unknown option', { ...oat, option: 'Goat', until: 'session' }, 422],
    ['half of an option', { itemId: 'coffee', option: 'Oat', until: 'session' }, 400],
    ['a time that is none', { itemId: 'tea', until: 'tomorrow' }, 400],
    ['no word on until when', { itemId: 'tea' }, 400],
  ])('refuses %s', async (_what, body, status) => {
    await open();
    expect((await mark(body)).status).toBe(status);
  });
});
