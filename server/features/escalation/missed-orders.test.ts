import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { guarded, sent, setUpAlerts, type Guarded } from '../../../tests/support/alerts/guarded-shop.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';
import { place } from '../../../tests/support/shop/ordering-steps.ts';

setUpAlerts();
let owner: Guarded;
beforeEach(async () => {
  owner = await guarded();
});

/** Orders that come and expire, one after the other; `seen` ones are opened before. */
async function expire(...how: ('unseen' | 'seen')[]): Promise<void> {
  for (const one of how) {
    const { id } = await owner.order();
    server.clock.advance(1_000);
    if (one === 'seen')
      await server.database.kysely
        .updateTable('orders')
        .set({ seen_at: server.clock.now() })
        .where('id', '=', id)
        .execute();
    await later(600_000);
    await server.hear(owner.outletId);
  }
}
const resume = () => server.sendFor(owner.id)('POST', `${owner.path}/resume`);
const ordering = async () => (await server.sendFor(owner.id)('GET', owner.path)).body.ordering;
const pauses = async () => {
  const send = server.sendFor(owner.id);
  const { tradingSessions } = (await send('GET', `${owner.path}/trading-sessions`)).body;
  return (await send('GET', `/sellers/outlets/trading-sessions/${tradingSessions[0].id}`)).body.pauses;
};

it('two orders in a row that expire unseen pause their outlet; its session keeps who and why (D47)', async () => {
  await expire('unseen');
  expect(await ordering()).toEqual({ state: 'open' });
  await expire('unseen');
  expect(await ordering()).toMatchObject({
    state: 'paused',
    by: 'unseen',
    screenName: 'Servery',
    reason: 'Two orders in a row expired and nobody had seen them',
    message: 'Nobody can take orders from phones here just now. Please order at the bar.',
  });
  expect(await place(owner)).toMatchObject({ status: 409, body: { error: { code: 'OUTLET_PAUSED' } } });

  expect((await resume()).status).toBe(200);
  await later(1_000);
  expect(await ordering()).toEqual({ state: 'open' });
  await server.hear(owner.outletId);
  await expire('unseen');
  expect(await ordering()).toEqual({ state: 'open' });
  await expire('unseen');
  expect((await ordering()).by).toBe('unseen');
  expect(await pauses()).toMatchObject([
    { by: 'unseen', screenName: 'Servery', to: expect.any(String) },
    { by: 'unseen', screenName: 'Servery', to: null },
  ]);
});

it('one that somebody had seen begins the count anew (D47)', async () => {
  await expire('unseen', 'seen', 'unseen');
  expect(await ordering()).toEqual({ state: 'open' });
  await expire('unseen');
  expect((await ordering()).by).toBe('unseen');
});

it('orders that expired while no server was there could be seen by nobody, and pause nothing (D47)', async () => {
  await owner.order();
  await owner.order();
  server.clock.advance(30 * 60_000);
  await server.hear(owner.outletId);
  await server.app.doChores();
  await later(1_000);
  expect(await ordering()).toEqual({ state: 'open' });
  await expire('unseen', 'unseen');
  expect((await ordering()).by).toBe('unseen');
});

it.each([
  ['ten minutes', 600_000, 'open'],
  ['nine minutes', 540_000, 'paused'],
])('of orders that expired unseen a server reads only %s later (D47)', async (_, ms, state) => {
  server.clock.stop();
  onTestFinished(() => server.clock.start());
  await owner.order();
  await owner.order();
  const now = server.clock.now();
  await server.database.kysely
    .updateTable('orders')
    .set({ status: 'deliver_expired', expires_at: now, ended_at: now })
    .where('outlet_id', '=', owner.outletId)
    .execute();
  server.clock.advance(ms);
  await server.hear(owner.outletId);
  await server.app.doChores();
  expect((await ordering()).state).toBe(state);
});

it('a person who paused and resumed since is there: the outlet is not paused again (D47)', async () => {
  await expire('unseen');
  await owner.order();
  await server.sendFor(owner.id)('POST', `${owner.path}/pause`, { until: null, reason: 'Problem' });
  await later(600_000);
  await later(1_000);
  await resume();
  await later(1_000);
  expect(await ordering()).not.toMatchObject({ state: 'paused' });
});

it('a test order climbs nothing, and pauses nothing when it expires (D47)', async () => {
  for (let count = 0; count < 2; count += 1) {
    await server.hear(owner.outletId);
    const { status } = await server.sendFor(owner.id)('POST', `${owner.path}/test-order`);
    expect(status).toBe(201);
    for (const ms of [45_000, 30_000, 45_000]) await later(ms);
    expect((await server.sendFor(owner.id)('GET', '/sellers/unattended')).body.alarms).toBeUndefined();
    await later(480_000);
  }
  expect(sent()).toEqual([0, 0, 0]);
  await server.hear(owner.outletId);
  expect(await ordering()).toEqual({ state: 'open' });
});

it('what happened while the server’s clock was ahead does not keep an outlet from being paused after it was set back (D47)', async () => {
  const AHEAD_MS = 3_600_000;
  server.clock.advance(AHEAD_MS);
  await server.hear(owner.outletId);
  await expire('seen');
  await server.sendFor(owner.id)('POST', `${owner.path}/pause`, { until: null, reason: 'Problem' });
  await resume();
  server.clock.advance(-AHEAD_MS - 700_000);
  await server.hear(owner.outletId);
  await expire('unseen', 'unseen');
  expect((await ordering()).by).toBe('unseen');
});

it('nor is it paused for orders that expired while the clock was ahead, once somebody has resumed (D47)', async () => {
  const AHEAD_MS = 3_600_000;
  server.clock.advance(AHEAD_MS);
  await server.hear(owner.outletId);
  await expire('unseen', 'unseen');
  expect((await ordering()).by).toBe('unseen');
  server.clock.advance(-AHEAD_MS - 1_300_000);
  await resume();
  await later(1_000);
  await server.hear(owner.outletId);
  expect(await ordering()).toEqual({ state: 'open' });
});
