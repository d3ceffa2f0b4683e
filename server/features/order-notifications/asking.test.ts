import { beforeEach, describe, expect, it } from 'vitest';
import {
  followed,
  headings,
  notified,
  phone,
  setUpPhones,
  stored,
} from '../../../tests/support/alerts/notified-guest.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';
import { testServer, type Trading } from '../../testing/server.ts';

setUpPhones();
let bar: Trading;
beforeEach(async () => {
  bar = await server.trading();
});

describe('what a guest may ask (D70)', () => {
  it('is for the order whose token they have', async () => {
    const [mine, other] = [await followed(bar), await followed(bar)];
    for (const token of ['guessed', other.token])
      expect((await server.send('POST', `${mine.path}?token=${token}`, phone())).status).toBe(404);
    const { body } = await mine.ask();
    const path = `${mine.path}/${body.id}?token=`;
    expect((await server.send('DELETE', path + other.token)).status).toBe(404);
    expect(await stored()).toHaveLength(1);
  });

  it('leads to no address that only the server can reach', async () => {
    const order = await followed(bar);
    for (const endpoint of [
      'https://10.0.0.1/push',
      'https://[::1]/push',
      'http://push.example/1',
      'https://localhost/',
    ])
      expect((await order.ask({ ...phone(), endpoint })).status, endpoint).toBe(400);
    expect(
      (await order.ask({ ...phone(), endpoint: `https://push.example/${'x'.repeat(1_000)}` })).status,
    ).toBe(400);
    expect(await stored()).toEqual([]);
  });

  it('leads to no private host that is for sellers’ webhooks', async () => {
    const beside = await testServer({ beside: server, senders: { privateHosts: ['sms.internal'] } });
    const { path, token } = await followed(bar);
    const asked = { ...phone(), endpoint: 'http://sms.internal:13013/send?to=1' };
    expect((await beside.send('POST', `${path}?token=${token}`, asked)).status).toBe(400);
    await beside.close();
  });

  it('is for three phones, however many ask at once; the same one counts once', async () => {
    const order = await followed(bar);
    const [first, again] = [await order.ask(), await order.ask()];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    const asked = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => order.ask(phone(name))));
    expect(asked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409, 409]);
    expect(asked.find(({ status }) => status === 409)?.body.error.code).toBe('TOO_MANY_PHONES');
    expect(await stored()).toHaveLength(3);
  });

  it('is nothing once the order has ended', async () => {
    const order = await followed(bar);
    await bar.send('POST', `/sellers/orders/cancel/${order.id}`, {});
    const { status, body } = await order.ask();
    expect([status, body.error.code]).toEqual([409, 'ORDER_NOT_OPEN']);
  });

  it('is nothing where the guest’s page is switched off, and nothing is sent', async () => {
    const menu = async () => (await server.send('GET', `/customers/outlets/${bar.outletId}/menu`)).body;
    expect((await menu()).pushKey).toMatch(/^[\w-]{87}$/);
    const order = await notified(bar);
    await server.sendFor(bar.id)('PATCH', `/sellers/outlets/${bar.outletId}`, {
      name: 'The Old Ferry',
      guestPage: false,
    });
    expect((await menu()).pushKey).toBeUndefined();
    const { status, body } = await order.ask();
    expect([status, body.error.code]).toEqual([409, 'GUEST_PAGE_OFF']);
    await order.next();
    await later(1_000);
    await server.sendFor(bar.id)('POST', `/sellers/orders/cancel/${order.id}`, {});
    await later(1_000);
    expect(headings()).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  it('is forgotten after two days, whatever became of the order', async () => {
    await notified(bar);
    await later(47 * 3_600_000);
    expect(await stored()).toHaveLength(1);
    await later(2 * 3_600_000);
    expect(await stored()).toEqual([]);
  });
});
