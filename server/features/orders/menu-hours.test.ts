import { beforeAll, describe, expect, it, vi } from 'vitest';
import { menuWithHours } from '../../../tests/support/samples/menu-with-hours.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';
import type { Catalog } from '#shared/api/catalogs.ts';
import { withOutletVat } from '#shared/catalogs/outlet-vat.ts';
import { menuAt, nextMenuChange, notServedAt } from '#shared/catalogs/served.ts';
import type { Trading } from '../../testing/server.ts';

setUpServer();

const MINUTE_MS = 60_000;
const london = 'Europe/London';
let bar: Trading;
let kept: unknown;
const send: Trading['send'] = (...call) => server.sendFor(bar.id)(...call);
const setOutlet = (fields: object) =>
  send('PATCH', `/sellers/outlets/${bar.outletId}`, { name: 'Bar', ...fields });
const readMenu = async () => (await server.send('GET', `/customers/outlets/${bar.outletId}/menu`)).body;
/** Every clock goes on from that moment; tests run in the order of their times. */
const goTo = (time: number | string) =>
  server.clock.advance(new Date(time).getTime() - server.clock.now().getTime());

beforeAll(async () => {
  server.clock.stop();
  bar = await server.trading();
  const { body } = await bar.send('GET', `/sellers/catalogs/${bar.catalogId}`);
  const saved = await bar.send(
    'PATCH',
    `/sellers/catalogs/${bar.catalogId}`,
    { name: body.name, categories: menuWithHours },
    { 'if-match': `"${body.revision}"` },
  );
  kept = saved.body.categories;
});

it('a catalog keeps its hours (D58)', () => expect(kept).toMatchObject(menuWithHours));

let orders = 0;
async function order(itemId: string, menuAsOf?: string) {
  await server.hear(bar.outletId);
  orders += 1;
  const basket = { customerName: 'Ada', tableNumber: '7', paymentMethod: 'test_ok' };
  return server.send(
    'POST',
    `/customers/outlets/${bar.outletId}/orders`,
    { ...basket, items: [{ itemId, quantity: 1 }], ...(menuAsOf && { menuAsOf }) },
    { 'idempotency-key': `hours-${orders}` },
  );
}
const orderCount = async () =>
  (await server.database.kysely.selectFrom('orders').select('id').execute()).length;

describe('the served menu (D58)', () => {
  /** Compares at each change, a minute before and after, and at samples between. */
  async function follow(from: string, to: string, zone: string, everyMs: number): Promise<number> {
    const sold = withOutletVat(menuWithHours, { rate: null, pricesIncludeVat: true });
    const times = new Set<number>();
    for (let now = Date.parse(from); now < Date.parse(to); now += everyMs) times.add(now);
    for (let now = Date.parse(from); now < Date.parse(to); now = nextMenuChange(sold, { now, zone }))
      times.add(now).add(now - 1);
    for (const now of [...times].filter((time) => time >= Date.parse(from)).toSorted((a, b) => a - b)) {
      goTo(now);
      const { catalog, hours } = await readMenu();
      const moment = { now, zone };
      expect(
        catalog.categories.map(({ name, list }: { name: string; list: { name: string; cost: number }[] }) => [
          name,
          list.map((item) => [item.name, item.cost]),
        ]),
        new Date(now).toISOString(),
      ).toEqual(
        menuAt(sold, moment).map(({ name, list }) => [name, list.map((item) => [item.name, item.cost])]),
      );
      expect(hours.notServed).toEqual(notServedAt(sold, moment));
      expect(hours.timeZone).toBe(zone);
      expect(Date.parse(hours.changesAt)).toBe(nextMenuChange(sold, moment));
    }
    return times.size;
  }

  it('is what the shared rule says, at each change of a week and of the night in which clocks go forward', async () => {
    expect(
      await follow('2027-03-22T00:00:00Z', '2027-03-29T00:00:00Z', london, 3 * 60 * MINUTE_MS),
    ).toBeGreaterThan(90);
  });

  it('is, too, in the night in which they go back, and by the clocks of another zone from its choice on', async () => {
    const night = await follow('2027-10-30T19:00:00Z', '2027-10-31T05:00:00Z', london, 20 * MINUTE_MS);
    expect(night).toBeGreaterThan(30);
    await setOutlet({ timeZone: 'America/New_York' });
    await follow('2027-11-06T20:00:00Z', '2027-11-07T10:00:00Z', 'America/New_York', 60 * MINUTE_MS);
    await setOutlet({ timeZone: london });
  });

  it('of an outlet without hours is as it always was', async () => {
    const other = await server.trading();
    const { body } = await server.send('GET', `/customers/outlets/${other.outletId}/menu`);
    expect(body).not.toHaveProperty('hours');
    expect(body.catalog.categories).toHaveLength(1);
  });
});

describe('an order by the hours (D58)', () => {
  // A Monday.
  const day = (time: string) => `2027-11-15T${time}Z`;

  it('is refused outside them, with the hours, and holds no money', async () => {
    goTo(day('10:59:59.999'));
    expect((await order('Porridge')).status).toBe(201);
    goTo(day('11:00:00.000'));
    const before = await orderCount();
    const refused = await order('Porridge');
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'OUTSIDE_HOURS',
          message: 'Porridge is not served now. Its hours: Mon–Fri 07:00–11:00, Sat, Sun 08:00–12:30.',
          fields: { 'items.0.itemId': expect.any(String) },
        },
      },
    });
    expect(await orderCount()).toBe(before);
    expect((await order('nothing')).body.error.code).toBe('ORDER_NOT_POSSIBLE');
  });

  it('that was begun before the cut is taken for five minutes, and no moment of its own makes them more', async () => {
    goTo(day('11:04:59.000'));
    expect((await order('Porridge', day('10:30:00.000'))).status).toBe(201);
    expect((await order('Porridge', day('11:00:00.000'))).body.error.code).toBe('OUTSIDE_HOURS');
    goTo(day('11:05:00.000'));
    for (const begun of [day('10:30:00.000'), '2001-01-01T09:00:00Z', '2037-01-01T09:00:00Z'])
      expect((await order('Porridge', begun)).body.error.code, begun).toBe('OUTSIDE_HOURS');
  });

  it('pays the happy hour’s price that its guest saw, or is refused; options keep theirs', async () => {
    goTo(day('18:29:00.000'));
    const { hours, catalog } = await readMenu();
    const beer = catalog.categories.find(({ name }: { name: string }) => name === 'Beer');
    expect(beer).not.toHaveProperty('happyHour');
    expect(beer.list[0]).toMatchObject({ cost: 400, usualCost: 520, happyHour: { cost: 400 } });
    goTo(day('18:34:00.000'));
    expect((await order('Bitter', hours.asOf)).body.order.items[0].cost).toBe(400);
    expect((await order('Bitter')).body.order.items[0].cost).toBe(520);
    goTo(day('18:36:00.000'));
    const before = await orderCount();
    expect(await order('Bitter', hours.asOf)).toMatchObject({
      status: 409,
      body: { error: { code: 'PRICES_CHANGED' } },
    });
    expect(await orderCount()).toBe(before);
    expect((await order('Bitter', (await readMenu()).hours.asOf)).body.order.items[0].cost).toBe(520);
  });

  it('is judged by the clocks that the outlet has now, though its menu was read by others', async () => {
    goTo('2027-11-16T10:30:00Z');
    expect((await order('Porridge')).status).toBe(201);
    await setOutlet({ timeZone: 'Europe/Paris' });
    expect((await order('Porridge')).body.error.code).toBe('OUTSIDE_HOURS');
    await setOutlet({ timeZone: london });
  });
});

describe('fifteen minutes more (D58)', () => {
  // A Wednesday, on which the kitchen ends at a quarter past nine.
  const evening = (time: string) => `2027-11-17T${time}.000Z`;
  const putOff = (at: string, until: string) =>
    send('POST', `/sellers/outlets/${bar.outletId}/put-off`, { at, until });

  it('are put off once by two who press at once, on the menu, for orders and on every screen, and end', async () => {
    goTo(evening('21:14:00'));
    const more = () => putOff(evening('21:15:00'), evening('21:30:00'));
    const [one, other] = await Promise.all([more(), more()]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect((await send('GET', `/sellers/outlets/${bar.outletId}`)).body).toMatchObject({
      putOff: [{ at: evening('21:15:00'), until: evening('21:30:00') }],
      menuHours: {
        always: true,
        categories: [{ name: 'Breakfast' }, { name: 'Mains' }, { name: 'Cocktails' }],
      },
    });
    goTo(evening('21:20:00'));
    expect((await order('Pie')).status).toBe(201);
    expect((await readMenu()).hours.changesAt).toBe(evening('21:30:00'));
    await putOff(evening('21:15:00'), evening('21:45:00'));
    // A press of before that came late takes nothing back.
    await more();
    goTo(evening('21:44:59'));
    expect((await order('Pie')).status).toBe(201);
    goTo(evening('21:45:00'));
    expect((await order('Pie')).body.error.code).toBe('OUTSIDE_HOURS');
    goTo('2027-11-18T21:20:00Z');
    expect((await order('Pie')).body.error.code, 'on the next day').toBe('OUTSIDE_HOURS');
  });

  it('tells every screen that watches the outlet', async () => {
    const told = vi.spyOn(server.app.live, 'tradingSessionChanged');
    goTo('2027-11-19T21:00:00Z');
    await putOff('2027-11-19T21:15:00.000Z', '2027-11-19T21:30:00.000Z');
    expect(told).toHaveBeenCalledWith(bar.outletId);
  });

  it.each([
    ['nothing ends', '2027-11-19T21:16:00.000Z', '2027-11-19T21:30:00.000Z'],
    ['the time is over', '2027-11-19T15:00:00.000Z', '2027-11-19T15:15:00.000Z'],
    ['it ends before it began', '2027-11-19T21:15:00.000Z', '2027-11-19T21:14:00.000Z'],
    ['it is longer than six hours', '2027-11-19T21:15:00.000Z', '2027-11-20T03:16:00.000Z'],
  ])('are refused where %s', async (_what, at, until) => {
    expect(await putOff(at, until)).toMatchObject({
      status: 422,
      body: { error: { code: 'PUT_OFF_NOT_POSSIBLE' } },
    });
  });
});

it('an edited menu’s hours, another menu and other clocks are told to every screen of the outlet, and nothing else is (D58)', async () => {
  const path = `/sellers/catalogs/${bar.catalogId}`;
  const before = (await send('GET', path)).body as Catalog;
  const save = (categories: object[], name = before.name) => send('PATCH', path, { name, categories });
  const [first, ...others] = before.categories;
  const told = vi.spyOn(server.app.live, 'tradingSessionChanged').mockClear();
  await save([{ ...first, name: 'Early' }, ...others.map((category) => ({ ...category }))], 'Renamed');
  expect(told, 'a category that has hours is called otherwise').toHaveBeenCalledExactlyOnceWith(bar.outletId);
  const cheaper = others.map((category) => ({
    ...category,
    list: category.list.map((item) => ({ ...item, cost: 1 })),
  }));
  await save([{ ...first, name: 'Early' }, ...cheaper]);
  expect(told, 'prices alone').toHaveBeenCalledTimes(1);
  await save([{ ...first, hours: undefined }, ...others]);
  expect(told).toHaveBeenCalledTimes(2);
  await send('POST', `${path}/revisions/${before.revision}/restore`);
  expect(told).toHaveBeenCalledTimes(3);
  await send('PATCH', `/sellers/outlets/${bar.outletId}/catalog/${bar.catalogId}`);
  expect(told).toHaveBeenCalledTimes(4);
  await setOutlet({ timeZone: london });
  expect(told).toHaveBeenCalledTimes(5);
});

it.each([
  ['a time that is none', { hours: [{ days: ['mon'], from: '24:00', to: '03:00' }] }],
  ['no day', { hours: [{ days: [], from: '12:00', to: '13:00' }] }],
  ['a day that is none', { hours: [{ days: ['someday'], from: '12:00', to: '13:00' }] }],
  ['no window', { hours: [] }],
  ['a happy hour without hours', { happyHour: { cost: 100, hours: [] } }],
])('a catalog with %s in its hours is refused (D58)', async (_what, serving) => {
  const categories = [{ name: 'Food', list: [], ...serving }];
  const { status } = await send('PATCH', `/sellers/catalogs/${bar.catalogId}`, { name: 'Menu', categories });
  expect(status).toBe(400);
});
