import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Socket } from 'socket.io-client';
import type { ConnectOutletsReply, HeartbeatReply, OrderUpdate, ScreenState } from '#shared/api/live.ts';
import { basketOfTea, type Trading } from '../../server/testing/server.ts';
import { anotherOutlet } from '../support/shop/another-outlet.ts';
import { look } from '../support/shop/attendance-steps.ts';
import {
  beat,
  closePage,
  cut,
  eventsOf,
  screenOf,
  setUpScreens,
  speak,
  told,
  watchOutlet,
} from '../support/shop/live-screen.ts';
import { server, setUpServer } from '../support/shop/set-up.ts';

setUpServer();
const screens = setUpScreens();
beforeAll(() => server.clock.stop());

const watchAll = (socket: Socket, outletIds: unknown) =>
  socket.timeout(10_000).emitWithAck('connect-outlets', outletIds) as Promise<ConnectOutletsReply>;
const watched = (reply: ConnectOutletsReply) => {
  if (!reply.ok) throw new Error(reply.error);
  return reply.outlets;
};
const refused = { ok: false, error: 'NOT_FOUND' };

/** A seller with a second and a third outlet, all of which trade. */
async function threeOutlets() {
  const owner = await server.trading();
  const others = [];
  for (const name of ['The Annexe', 'The Garden']) {
    const id = await anotherOutlet(owner, name);
    await owner.send('POST', `/sellers/outlets/${id}/trading-session/start`);
    others.push(id);
  }
  const [annexe = '', garden = ''] = others;
  return { owner, old: owner.outletId, annexe, garden };
}

const order = (outletId: string) =>
  server.send('POST', `/customers/outlets/${outletId}/orders`, basketOfTea, {
    'idempotency-key': randomUUID(),
  });
const place = async (outletId: string) => (await order(outletId)).body.order.id as string;

/** A screen of that name that watches these outlets. */
async function screen(owner: Trading, outletIds: string[], state: ScreenState = screenOf('Bar')) {
  const socket = await screens.connect(server, owner.accessToken, state);
  return { socket, state, outlets: watched(await watchAll(socket, outletIds)) };
}

const unattended = async (owner: Trading) => {
  await look();
  return (await owner.send('GET', '/sellers/unattended')).body;
};
const unlistened = async (owner: Trading) =>
  (await unattended(owner)).outlets.map(({ id }: { id: string }) => id).toSorted();

describe('a screen that watches several outlets (D62)', () => {
  it('hears of the orders of each, with its count of changes, and of no other', async () => {
    const { owner, old, annexe, garden } = await threeOutlets();
    const { socket, outlets } = await screen(owner, [old, annexe]);
    expect(outlets).toEqual([
      { outletId: old, seq: 0 },
      { outletId: annexe, seq: 0 },
    ]);
    const updates = eventsOf(socket, 'order-update') as OrderUpdate[];
    for (const outletId of [garden, old, annexe]) await place(outletId);
    await vi.waitFor(() => expect(updates).toHaveLength(2));
    expect(updates.map(({ order, seq }) => [order.outletId, seq])).toEqual([
      [old, 1],
      [annexe, 1],
    ]);
    // What it names next replaces what it named before, by either event.
    expect(watched(await watchAll(socket, [garden, annexe, garden])).map(({ seq }) => seq)).toEqual([1, 1]);
    for (const outletId of [old, garden]) await place(outletId);
    await vi.waitFor(() => expect(updates).toHaveLength(3));
    expect(updates[2]?.order.outletId).toBe(garden);
    // An older client's event, whose answer says that several may be watched.
    expect(await watchOutlet(socket, old)).toMatchObject({ ok: true, seq: 2, several: true });
    for (const outletId of [garden, annexe, old]) await place(outletId);
    await vi.waitFor(() => expect(updates).toHaveLength(4));
    expect(updates[3]?.order.outletId).toBe(old);
  });

  it('watches only its seller’s; a list without any changes nothing, and one that makes no sense neither', async () => {
    const { owner, old } = await threeOutlets();
    const neighbour = await server.trading();
    const { socket, outlets } = await screen(owner, [old, neighbour.outletId, 'nothing']);
    expect(outlets.map(({ outletId }) => outletId)).toEqual([old]);
    const updates = eventsOf(socket, 'order-update') as OrderUpdate[];
    const wrong = [
      [neighbour.outletId],
      [],
      undefined,
      null,
      old,
      [{ $ne: '' }],
      [['']],
      Array.from({ length: 21 }, () => old),
    ];
    for (const list of wrong) expect(await watchAll(socket, list)).toEqual(refused);
    await place(neighbour.outletId);
    await place(old);
    await vi.waitFor(() => expect(updates).toHaveLength(1));
    expect(updates[0]?.order.outletId).toBe(old);
  });

  it('listens for each: while it can ring, and until it was last heard', async () => {
    const { owner, old, annexe, garden } = await threeOutlets();
    const { socket, state } = await screen(owner, [old, annexe]);
    server.clock.advance(50_000);
    await speak(socket);
    server.clock.advance(11_000);
    expect(await unlistened(owner)).toEqual([garden]);
    for (const outletId of [old, annexe]) expect((await order(outletId)).status).toBe(201);
    expect((await order(garden)).body.error.code).toBe('OUTLET_UNATTENDED');
    // It cannot ring: no outlet is listened at by it, and each is named.
    await beat(socket, { ...state, silent: 'muted' });
    server.clock.advance(61_000);
    await beat(socket, { ...state, silent: 'muted' });
    expect(await unlistened(owner)).toEqual([old, annexe, garden].toSorted());
    const { screens: deaf } = await unattended(owner);
    expect(deaf).toHaveLength(2);
    for (const [outletId, outletName] of [
      [old, 'The Old Ferry'],
      [annexe, 'The Annexe'],
    ])
      expect(deaf).toContainEqual({ ...told(owner, state, 'muted'), outletId, outletName });
    await beat(socket, state);
    expect(await unlistened(owner)).toEqual([garden]);
    // A cut ends it for all of them.
    cut(socket);
    await vi.waitFor(() => expect(server.app.live.screens()).toEqual([]));
    server.clock.advance(61_000);
    expect(await unlistened(owner)).toEqual([old, annexe, garden].toSorted());
  });

  it('that leaves one of them listens for the others only, and leaves all when its page is closed', async () => {
    const { owner, old, annexe } = await threeOutlets();
    const { socket, state } = await screen(owner, [old, annexe], screenOf('Bar', 'muted'));
    expect((await unattended(owner)).screens).toHaveLength(2);
    await watchAll(socket, [annexe]);
    expect((await unattended(owner)).screens).toEqual([
      { ...told(owner, state, 'muted'), outletId: annexe, outletName: 'The Annexe' },
    ]);
    await watchAll(socket, [old, annexe]);
    expect((await unattended(owner)).screens).toHaveLength(2);
    closePage(socket);
    await vi.waitFor(() => expect(server.app.live.screens()).toEqual([]));
    expect((await unattended(owner)).screens).toEqual([]);
  });

  it('learns from a heartbeat the count of each', async () => {
    const { owner, old, annexe } = await threeOutlets();
    const { socket, state } = await screen(owner, [old, annexe]);
    await place(annexe);
    const seqs = (reply: HeartbeatReply) => (reply.ok ? reply.seqs : reply.error);
    expect(seqs(await beat(socket, state))).toEqual({ [old]: 0, [annexe]: 1 });
    // With one outlet the answer is the one that older pages know.
    await watchAll(socket, [annexe]);
    expect(await beat(socket, state)).toEqual({ ok: true, seq: 1, serverTime: expect.any(String) });
  });

  it('reports on orders of each by naming the outlet, and on no others', async () => {
    const { owner, old, annexe, garden } = await threeOutlets();
    const { socket } = await screen(owner, [old, annexe]);
    const report = (payload: unknown) => socket.timeout(10_000).emitWithAck('order-seen', payload);
    const [here, there, elsewhere] = [await place(old), await place(annexe), await place(garden)];
    const at = (outletId: string | undefined, orderId: string) => ({ orderId, stage: 'alerted', outletId });
    expect(await report(at(annexe, there))).toEqual({ ok: true });
    for (const wrong of [at(undefined, here), at(annexe, here), at(garden, elsewhere), at('nothing', here)])
      expect(await report(wrong)).toEqual(refused);
    const alerted = async (id: string) =>
      (await owner.send('GET', `/sellers/orders/${id}`)).body.alertedAt !== undefined;
    expect(await alerted(here)).toBe(false);
    const list = [at(old, here), at(annexe, there), at(garden, elsewhere), at(undefined, here)];
    expect(await socket.timeout(10_000).emitWithAck('orders-seen', list)).toEqual({ ok: true });
    expect(await Promise.all([here, there, elsewhere].map(alerted))).toEqual([true, true, false]);
  });

  it('may name them as often as a person chooses, and a flood ends the socket (R13)', async () => {
    const { owner, old, annexe, garden } = await threeOutlets();
    const { socket } = await screen(owner, [old]);
    for (let n = 0; n < 20; n += 1) expect((await watchAll(socket, [old, annexe, garden])).ok).toBe(true);
    const ended = new Promise((resolve) => socket.once('disconnect', resolve));
    const many = Array.from({ length: 20 }, (_, n) => (n % 2 ? old : annexe));
    for (let n = 0; n < 20; n += 1) socket.emit('connect-outlets', many);
    expect(await ended).toBe('io server disconnect');
  });
});
