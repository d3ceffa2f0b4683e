import { beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { promisedMinute } from '#shared/orders/promises.ts';
import { basketOfTea, testServer, type Trading } from '../../testing/server.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';

setUpServer();

const MINUTE_MS = 60_000;
let bar: Trading;
beforeEach(async () => {
  bar = await server.trading();
  server.clock.stop();
  await promising(true);
});

const promising = (promisesReadyTime: boolean) =>
  bar.send('PATCH', `/sellers/outlets/${bar.outletId}`, { name: 'The Old Ferry', promisesReadyTime });
const accept = (id: string, body?: object, headers = {}) =>
  bar.send('POST', `/sellers/orders/accept/${id}`, body, headers);
const forward = async (id: string): Promise<Order> =>
  (await bar.send('POST', `/sellers/outlets/${bar.outletId}/progress-order/${id}`)).body;
const back = (id: string) => bar.send('POST', `/sellers/outlets/${bar.outletId}/regress-order/${id}`);
const move = (id: string, readyBy: string, headers = {}) =>
  bar.send('POST', `/sellers/orders/ready-time/${id}`, { readyBy }, headers);
const inMinutes = (minutes: number) =>
  new Date(promisedMinute(server.clock.now().getTime()) + minutes * MINUTE_MS).toISOString();
const estimates = async () =>
  (await bar.send('GET', `/sellers/outlets/${bar.outletId}/ready-estimates`)).body.estimates;
const read = async (id: string): Promise<Order> => (await bar.send('GET', `/sellers/orders/${id}`)).body;
/** With a session that begins now: the first one is over after hours. */
const later: Trading['send'] = (...asked) => server.sendFor(bar.id)(...asked);
const orderOf = async (id: string): Promise<Order> => (await later('GET', `/sellers/orders/${id}`)).body;
const minutesUntil = (time: string) =>
  (Date.parse(time) - promisedMinute(server.clock.now().getTime())) / MINUTE_MS;
/** As a customer's app does, which can follow the order. */
async function place(): Promise<{ id: string; trackingToken: string }> {
  const key = { 'idempotency-key': `${server.clock.now().getTime()}-${Math.random()}` };
  const { body } = await server.send('POST', `/customers/outlets/${bar.outletId}/orders`, basketOfTea, key);
  return { id: body.order.id, trackingToken: body.trackingToken };
}
/** The clock goes on while the outlet is listened to. */
const wait = async (ms: number) => {
  server.clock.advance(ms);
  await server.hear(bar.outletId);
};

/** Orders that took so many minutes each, made one after the other. */
async function made(count: number, minutes: number): Promise<void> {
  const { id } = await bar.order();
  const row = await server.database.kysely
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const now = server.clock.now().getTime();
  const rows = Array.from({ length: count }, (_, n) => {
    const acceptedAt = now - (n + 13) * 10 * MINUTE_MS;
    return {
      ...row,
      id: `${id}-${n}`,
      order_number: 1000 + n,
      status: 'complete' as const,
      items: JSON.stringify(row.items),
      item_status: JSON.stringify(row.item_status),
      accepted_at: new Date(acceptedAt),
      ready_at: new Date(acceptedAt + minutes * MINUTE_MS),
      idempotency_key: null,
      idempotency_hash: null,
      actions: null,
      promises: null,
      portions_taken: null,
      age_check: null,
      note_read: null,
      station_times: null,
    };
  });
  await server.database.kysely.insertInto('orders').values(rows).execute();
  await bar.send('POST', `/sellers/orders/cancel/${id}`, {});
}

describe('a promised ready time (D63)', () => {
  it('is estimated from the outlet’s own last orders, and stands in the order and for its customer', async () => {
    await made(40, 7);
    const { id, trackingToken } = await place();
    const [estimate] = await estimates();
    expect(estimate.orderId).toBe(id);
    expect(minutesUntil(estimate.readyBy)).toBeGreaterThanOrEqual(6);
    expect(minutesUntil(estimate.readyBy)).toBeLessThanOrEqual(8);

    // A till that does not know of it gives no time.
    const { body } = await accept(id, undefined, { 'x-screen-name': 'Bar' });
    const at = server.clock.now().toISOString();
    expect(body.promises).toEqual([{ readyBy: estimate.readyBy, at, by: 'screen', screenName: 'Bar' }]);
    const tracked = () => server.send('GET', `/customers/orders/${id}?token=${trackingToken}`);
    expect((await tracked()).body.readyTime).toEqual({
      readyBy: estimate.readyBy,
      movedFrom: null,
      readyAt: null,
    });
    await forward(id);
    expect((await forward(id)).readyAt).toBe(at);
    expect((await tracked()).body.readyTime.readyAt).toBe(at);
    await back(id);
    expect(await read(id)).not.toHaveProperty('readyAt');
    expect(await estimates()).toEqual([]);
  });

  it('is told apart by lines: each says when it was made, until it is moved back', async () => {
    const { id, items } = await bar.order();
    await accept(id);
    const [line] = items;
    const step = (status: string) =>
      bar.send('POST', `/sellers/orders/progress/${id}`, { items: [line?.id], status });
    await step('ready');
    const at = server.clock.now().toISOString();
    await wait(MINUTE_MS);
    await step('complete');
    expect((await read(id)).itemStatus[0]).toEqual({ id: line?.id, status: 'complete', readyAt: at });
    await step('working');
    expect((await read(id)).itemStatus[0]).toEqual({ id: line?.id, status: 'working' });
    await wait(MINUTE_MS);
    await step('ready');
    expect((await read(id)).itemStatus[0]?.readyAt).toBe(server.clock.now().toISOString());
  });

  it('is what the person chose, and can be moved; its first promise stays', async () => {
    const { id, trackingToken } = await place();
    const [first, later] = [inMinutes(25), inMinutes(30)];
    expect((await accept(id, { readyBy: first })).body.promises).toMatchObject([{ readyBy: first }]);
    const { version } = await read(id);
    expect((await move(id, inMinutes(-1))).body.error.code).toBe('READY_TIME_OUT_OF_RANGE');
    expect((await move(id, inMinutes(241))).body.error.code).toBe('READY_TIME_OUT_OF_RANGE');
    const moved = await move(id, later, { 'x-screen-name': 'Pass' });
    expect(moved.body).toMatchObject({
      version: version + 1,
      promises: [{ readyBy: first }, { readyBy: later, by: 'screen', screenName: 'Pass' }],
    });
    expect(moved.body.actions.at(-1)).toMatchObject({ action: 'moveReadyTime', screenName: 'Pass' });
    const { body } = await server.send('GET', `/customers/orders/${id}?token=${trackingToken}`);
    expect(body.readyTime).toMatchObject({ readyBy: later, movedFrom: first });

    // Back to new and accepted again: that is another promise, not a first one.
    await back(id);
    await accept(id, { readyBy: inMinutes(40) });
    expect((await read(id)).promises?.map(({ readyBy }) => readyBy)).toEqual([first, later, inMinutes(40)]);
    await forward(id);
    await forward(id);
    expect((await move(id, later)).status, 'it is ready').toBe(409);
  });

  it('that was moved is answered alike to the same key, also after the promised minute (D10)', async () => {
    const { id } = await bar.order();
    await accept(id, { readyBy: inMinutes(5) });
    const [readyBy, key] = [inMinutes(6), { 'idempotency-key': `moved-${id}` }];
    const first = await move(id, readyBy, key);
    expect(first.status).toBe(200);
    await wait(10 * MINUTE_MS);
    expect(await move(id, readyBy, key)).toMatchObject({ status: 200, body: first.body });
    expect((await move(id, readyBy)).body.error.code).toBe('READY_TIME_OUT_OF_RANGE');
  });

  it('is estimated anew if the screen’s has passed, and never keeps an order from being accepted', async () => {
    const { id } = await bar.order();
    const { status, body } = await accept(id, { readyBy: inMinutes(-2) });
    expect(status).toBe(200);
    expect(minutesUntil(body.promises[0].readyBy)).toBeGreaterThan(0);
  });

  it('is moved by the server while the promised minute lasts, once, whatever the number of servers', async () => {
    const { id, trackingToken } = await place();
    const promise = inMinutes(3);
    await accept(id, { readyBy: promise });
    await wait(Date.parse(promise) + 19_000 - server.clock.now().getTime());
    await server.app.doChores();
    expect((await read(id)).promises, 'it may still be ready').toHaveLength(1);

    await wait(2_000);
    const other = await testServer({ beside: server });
    await Promise.all([server.app.doChores(), other.app.doChores()]);
    await other.close();
    const { promises } = await read(id);
    expect(promises).toHaveLength(2);
    expect(promises?.[1]).toMatchObject({ by: 'server', screenName: null });
    const [told, moved] = [promises?.[1]?.at ?? '', promises?.[1]?.readyBy ?? ''];
    expect(Date.parse(told), 'before the minute has passed').toBeLessThan(Date.parse(promise) + MINUTE_MS);
    expect(Date.parse(moved) - Date.parse(promise)).toBe(5 * MINUTE_MS);
    const { body } = await server.send('GET', `/customers/orders/${id}?token=${trackingToken}`);
    expect(body.readyTime).toMatchObject({ readyBy: moved, movedFrom: promise });

    await forward(id);
    await forward(id);
    await wait(6 * MINUTE_MS);
    await server.app.doChores();
    expect((await read(id)).promises, 'what is ready is not late').toHaveLength(2);
  });

  it('is moved by the server for four hours at most, if nobody finishes the order', async () => {
    const { id } = await place();
    const first = inMinutes(3);
    await accept(id, { readyBy: first });
    const promises = async () => (await orderOf(id)).promises ?? [];
    const over = Date.parse(first) + 4 * 60 * MINUTE_MS;
    const movedEvery = async (minutes: number, times: number) => {
      for (let n = 0; n < times; n += 1) {
        await wait(minutes * MINUTE_MS);
        await server.app.doChores();
      }
    };
    // Each of these is more than a step, so that every one moves the promise.
    await movedEvery(11, 30);
    const moved = await promises();
    expect(moved.length).toBeGreaterThan(15);
    expect(Date.parse(moved.at(-1)?.at ?? '')).toBeLessThan(over);
    await movedEvery(60, 2);
    expect(await promises()).toEqual(moved);
    const reply = await later('POST', `/sellers/orders/ready-time/${id}`, { readyBy: inMinutes(5) });
    expect(reply.status, 'a person may still move it').toBe(200);
    await movedEvery(10, 1);
    expect(await promises()).toHaveLength(moved.length + 1);
  });

  it('is moved by the server forty times at most', async () => {
    const { id } = await place();
    await accept(id, { readyBy: inMinutes(3) });
    for (let n = 0; n < 45; n += 1) {
      await wait(5 * MINUTE_MS);
      await server.app.doChores();
    }
    expect((await orderOf(id)).promises).toHaveLength(41);
  });

  it('is none of an outlet that makes no promises, nor of a test order', async () => {
    await promising(false);
    const { id } = await bar.order();
    expect(await estimates()).toEqual([]);
    const { body } = await accept(id, { readyBy: inMinutes(20) });
    expect(body).not.toHaveProperty('promises');
    expect((await move(id, inMinutes(20))).body.error.code).toBe('READY_TIME_NOT_PROMISED');
    await promising(true);
    const test = await bar.send('POST', `/sellers/outlets/${bar.outletId}/test-order`);
    expect(await estimates()).toEqual([]);
    expect((await accept(test.body.id)).body).not.toHaveProperty('promises');
  });
});
