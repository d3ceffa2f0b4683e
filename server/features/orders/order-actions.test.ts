import { describe, expect, it } from 'vitest';
import type { OrderAction } from '#shared/api/orders.ts';
import { accept, finished } from '../../../tests/support/shop/order-steps.ts';
import { shop, setUpShop } from '../../../tests/support/shop/set-up.ts';

setUpShop();
const at = (screen: string) => ({ 'x-screen-name': encodeURIComponent(screen) });
const press = (id: string, step: string, body: object, screen: string, more = {}) =>
  shop.send('POST', `/sellers/orders/${step}/${id}`, body, { ...at(screen), ...more });
const done = async (id: string): Promise<OrderAction[]> =>
  (await shop.send('GET', `/sellers/orders/${id}`)).body.actions;

describe('who did what with an order (D49)', () => {
  it('stands in it and on the list: each step, at which screen and when', async () => {
    const { id } = await shop.order();
    await accept(id, at('Bar till'));
    await press(id, 'progress', { items: ['1'], status: 'complete' }, 'Küche 🍺');
    await press(id, 'complete', {}, 'Bar till');
    const refunded = await press(id, 'refund', { amountToRefund: 100 }, 'Office');
    expect(refunded.body).toMatchObject({ refunded: 100, status: 'complete' });
    const actions = await done(id);
    expect(actions).toMatchObject([
      { action: 'accept', screenName: 'Bar till', version: 2 },
      { action: 'progress', screenName: 'Küche 🍺', version: 3 },
      { action: 'complete', screenName: 'Bar till', version: 4 },
      { action: 'refund', screenName: 'Office' },
    ]);
    const { body: list } = await shop.send('GET', `/sellers/outlets/${shop.outletId}/orders`);
    expect(list.find((order: { id: string }) => order.id === id).actions).toEqual(actions);
  });

  it('a press that lost the race reads who won', async () => {
    const { id } = await shop.order();
    const replies = await Promise.all(
      ['Bar till', 'Kitchen'].map((screen) => accept(id, { ...at(screen), 'if-match': '"1"' })),
    );
    const won = replies.findIndex(({ status }) => status === 200);
    const lost = replies[1 - won];
    expect(lost).toMatchObject({
      status: 409,
      body: { current: { version: 2, actions: [{ action: 'accept', version: 2 }] } },
    });
    expect(lost?.body.current.actions[0].screenName).toBe(['Bar till', 'Kitchen'][won]);
  });

  it('the same press again says who pressed first, and is no second step', async () => {
    const { id } = await shop.order();
    const key = { 'idempotency-key': `press-${id}`, 'if-match': '"1"' };
    const first = await accept(id, { ...key, ...at('Bar till') });
    expect((await accept(id, { ...key, ...at('Renamed') })).body).toEqual(first.body);
    expect(await done(id)).toHaveLength(1);
  });

  it('what the server does by itself is nobody’s, and a screen without a name is null', async () => {
    const { id } = await finished();
    await shop.send('POST', `/sellers/orders/complete/${id}`);
    expect((await done(id)).map(({ action, screenName }) => [action, screenName])).toEqual([
      ['accept', null],
      ['progress', null],
      ['complete', null],
    ]);
  });

  it('an order that goes to and fro keeps the first step and the last ones', async () => {
    const { id } = await shop.order();
    await accept(id, at('Bar till'));
    for (let step = 0; step < 42; step += 1)
      await press(
        id,
        'progress',
        { items: ['1'], status: step % 2 ? 'waiting' : 'working' },
        `Screen ${step}`,
      );
    const actions = await done(id);
    expect(actions).toHaveLength(40);
    expect([actions[0], actions.at(-1)]).toMatchObject([
      { action: 'accept', screenName: 'Bar till' },
      { action: 'progress', screenName: 'Screen 41' },
    ]);
  });
});
