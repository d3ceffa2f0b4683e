import { beforeAll, describe, expect, it, vi } from 'vitest';
import { usualRungs } from '#shared/api/escalation.ts';
import type { OrderTimeline } from '#shared/api/live.ts';
import { testServer, type Seller, type Trading } from '../../testing/server.ts';
import { eventsOf as heard, listen, speak, setUpScreens } from '../../../tests/support/shop/live-screen.ts';
import { redisProgram } from '../../../tests/support/servers/redis.ts';
import { later, server, setUpServer } from '../../../tests/support/shop/set-up.ts';
import { opensScreens, report } from '../../../tests/support/shop/attendance-steps.ts';
import { twoServers } from '../../../tests/support/shop/two-servers.ts';

setUpServer();
const screens = setUpScreens();
beforeAll(() => server.clock.stop());

const screen = opensScreens(screens);
const unattended = async (seller: Pick<Seller, 'send'>) =>
  (await seller.send('GET', '/sellers/unattended')).body;
/** No screen is to ring at this outlet: alarms, which other tests are about, are a change of their own. */
async function trading(at = server): Promise<Trading> {
  const owner = await at.trading();
  const set = await owner.send('PUT', `/sellers/outlets/${owner.outletId}/escalation`, {
    rungs: { ...usualRungs, screens: { ...usualRungs.screens, on: false } },
    emails: [],
    webhookUrl: '',
  });
  expect(set.status).toBe(200);
  return owner;
}
const nothing = { orders: [], outlets: [], screens: [] };

describe('an order that nobody was alerted of (D33, D74)', () => {
  it('is told after 20 s to every signed-in screen of its seller and to nobody else, until one has rung for it', async () => {
    const owner = await trading();
    const elsewhere = await screen(owner.accessToken);
    const neighbour = await server.seller();
    const next = await screen(neighbour.accessToken);
    const [told, others] = [heard(elsewhere, 'unattended-update'), heard(next, 'unattended-update')];
    const late = await owner.order();
    await later(19_000);
    expect(await unattended(owner)).toEqual(nothing);
    await later(1_000);
    await vi.waitFor(() => expect(told).toHaveLength(1));
    expect(await unattended(owner)).toEqual({
      orders: [
        {
          id: late.id,
          outletId: owner.outletId,
          outletName: 'The Old Ferry',
          orderNumber: 1,
          tableNumber: '7',
          since: late.createdAt,
        },
      ],
      outlets: [],
      screens: [],
    });
    expect(await unattended(neighbour)).toEqual(nothing);
    await server.app.doChores();
    expect(told).toHaveLength(1);

    // A screen that has the order but may not sound does not help.
    const till = await screen(owner.accessToken, owner.outletId);
    await report(till, { orderId: late.id, stage: 'received' });
    await server.app.doChores();
    expect((await unattended(owner)).orders).toHaveLength(1);
    expect(told).toHaveLength(1);
    // An order that was unattended is attended to at once, without waiting for a poll.
    await report(till, { orderId: late.id, stage: 'alerted' });
    await vi.waitFor(() => expect(told).toHaveLength(2));
    expect(await unattended(owner)).toEqual(nothing);
    expect(others).toEqual([]);
  });

  it('is no longer told of once it is opened, accepted, cancelled or expired', async () => {
    const owner = await trading();
    const [accepted, cancelled] = [await owner.order(), await owner.order()];
    const [opened, expired] = [await owner.order(), await owner.order()];
    server.clock.advance(20_000);
    const ids = async () => (await unattended(owner)).orders.map(({ id }: { id: string }) => id);
    expect(await ids()).toEqual([accepted?.id, cancelled?.id, opened?.id, expired?.id]);
    await report(await screen(owner.accessToken, owner.outletId), { orderId: opened?.id, stage: 'seen' });
    await owner.send('POST', `/sellers/orders/accept/${accepted?.id}`);
    await owner.send('POST', `/sellers/orders/cancel/${cancelled?.id}`);
    expect(await ids()).toEqual([expired?.id]);
    await later(600_000);
    expect((await server.sendFor(owner.id)('GET', '/sellers/unattended')).body.orders).toEqual([]);
  });
});

describe('an outlet that trades with nobody listening (D33)', () => {
  it('is told after 60 s, not while a till is connected, and no more once one comes', async () => {
    const owner = await trading();
    const elsewhere = await screen(owner.accessToken);
    const told = heard(elsewhere, 'unattended-update');
    await later(59_000);
    expect(await unattended(owner)).toEqual(nothing);
    await later(1_000);
    await vi.waitFor(() => expect(told).toHaveLength(1));
    expect(await unattended(owner)).toEqual({
      orders: [],
      outlets: [{ id: owner.outletId, name: 'The Old Ferry', since: expect.any(String) }],
      screens: [],
    });

    const till = await screen(owner.accessToken, owner.outletId);
    await vi.waitFor(() => expect(told).toHaveLength(2));
    expect((await unattended(owner)).outlets).toEqual([]);
    for (let minutes = 0; minutes < 3; minutes += 1) {
      server.clock.advance(60_000);
      await speak(till);
      await server.app.doChores();
      expect((await unattended(owner)).outlets, `after ${minutes + 1} minutes with a till`).toEqual([]);
    }

    till.disconnect();
    await vi.waitFor(async () => {
      await server.app.doChores();
      expect([...server.app.live.listening().keys()]).not.toContain(owner.outletId);
    });
    await later(60_000);
    await vi.waitFor(() => expect(told).toHaveLength(3));
    expect((await unattended(owner)).outlets).toHaveLength(1);
    await owner.send('POST', `/sellers/outlets/${owner.outletId}/trading-session/finish`);
    expect((await unattended(owner)).outlets).toEqual([]);
    await server.app.doChores();
    await vi.waitFor(() => expect(told).toHaveLength(4));
    // A new session starts its own minute, whenever a screen last listened.
    await owner.send('POST', `/sellers/outlets/${owner.outletId}/trading-session/start`);
    expect((await unattended(owner)).outlets).toEqual([]);
  });

  it('is also told by a server that was started only just now', async () => {
    const owner = await trading();
    const late = await owner.order();
    const before = await testServer({ beside: server });
    await listen(before);
    await screen(owner.accessToken, owner.outletId, before);
    await before.close();
    server.clock.advance(61_000);
    const after = await testServer({ beside: server });
    await listen(after);
    const told = heard(await screen(owner.accessToken, null, after), 'unattended-update');
    await after.app.doChores();
    await vi.waitFor(() => expect(told).toHaveLength(1));
    expect(await unattended(owner)).toMatchObject({
      orders: [{ id: late.id }],
      outlets: [{ id: owner.outletId }],
    });
    screens.close();
    await after.close();
  });
});

describe.skipIf(redisProgram === null)('across two servers (D33)', () => {
  it('a till at one server is listening for the other, and its reports reach the screens there', async () => {
    const { here, there, redis, close } = await twoServers();
    const owner = await trading(here);
    const looking = async () => {
      await there.app.doChores();
      await here.app.doChores();
    };
    const told = heard(await screen(owner.accessToken, null, here), 'unattended-update');
    const till = await screen(owner.accessToken, owner.outletId, there);
    here.clock.advance(61_000);
    await speak(till);
    await looking();
    expect((await unattended(owner)).outlets).toEqual([]);

    const board = await screen(owner.accessToken, owner.outletId, here);
    const timelines = heard(board, 'order-timeline') as OrderTimeline[];
    const { id } = await owner.order();
    await report(till, { orderId: id, stage: 'received' });
    await vi.waitFor(() =>
      expect(timelines).toMatchObject([{ orderId: id, receivedAt: expect.any(String) }]),
    );

    board.disconnect();
    till.disconnect();
    await vi.waitFor(async () => {
      await looking();
      const watched = [here, there].flatMap(({ app }) => [...app.live.listening().keys()]);
      expect(watched).toEqual([]);
    });
    here.clock.advance(60_000);
    await redis.kill();
    await here.app.doChores();
    await vi.waitFor(() => expect(told).toHaveLength(1));
    expect((await unattended(owner)).outlets).toHaveLength(1);
    // A screen comes to the other server while Redis is away: this server finds it by polling.
    await screen(owner.accessToken, owner.outletId, there);
    await vi.waitFor(async () => {
      await here.app.doChores();
      expect(told).toHaveLength(2);
    });
    expect((await unattended(owner)).outlets).toEqual([]);
    screens.close();
    await close();
  });
});
