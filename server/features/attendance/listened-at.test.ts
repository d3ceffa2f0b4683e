import { describe, expect, it, vi } from 'vitest';
import type { Seller, Trading } from '../../testing/server.ts';
import { beat, eventsOf, speak, cut, screenOf } from '../../../tests/support/shop/live-screen.ts';
import { server } from '../../../tests/support/shop/set-up.ts';
import { look, noneLeft, setUpAttendance } from '../../../tests/support/shop/attendance-steps.ts';

const screens = setUpAttendance();

const unlistened = async (owner: Pick<Seller, 'send'>, at = server) => {
  await look(at);
  return (await owner.send('GET', '/sellers/unattended')).body.outlets.length;
};
const heardAt = async ({ outletId }: Trading) =>
  (
    await server.database.kysely
      .selectFrom('outlet_listening')
      .select('heard_at')
      .where('outlet_id', '=', outletId)
      .executeTakeFirst()
  )?.heard_at.getTime();

/** An outlet with one screen, while the clock stands still. */
async function watchedByOne() {
  server.clock.stop();
  const owner = await server.trading();
  const bar = screenOf('Bar');
  const socket = await screens.watch(server, owner.accessToken, owner.outletId, bar);
  return { owner, bar, socket };
}

describe('an outlet that trades', () => {
  it('has nobody listening while its only screen cannot sound, and somebody as soon as it can (D74)', async () => {
    server.clock.stop();
    const owner = await server.trading();
    const started = server.clock.now().getTime();
    const changes = eventsOf(await screens.connect(server, owner.accessToken), 'unattended-update');
    const bar = screenOf('Bar', 'needs-press');
    const socket = await screens.watch(server, owner.accessToken, owner.outletId, bar);
    for (let n = 0; n < 4; n += 1) {
      server.clock.advance(14_000);
      await beat(socket, bar);
      expect(await unlistened(owner)).toBe(0);
    }
    expect(await heardAt(owner)).toBe(started);
    server.clock.advance(4_000);
    await beat(socket, bar);
    expect(await unlistened(owner)).toBe(1);

    const before = changes.length;
    await beat(socket, { ...bar, silent: null });
    await vi.waitFor(() => expect(changes.length).toBeGreaterThan(before));
    expect(await unlistened(owner)).toBe(0);
    // Silent again: it has listened until now.
    server.clock.advance(30_000);
    await beat(socket, { ...bar, silent: 'audio-failed' });
    server.clock.advance(59_000);
    expect(await unlistened(owner)).toBe(0);
    server.clock.advance(1_500);
    expect(await unlistened(owner)).toBe(1);
    // One other screen that can sound is enough.
    await screens.watch(server, owner.accessToken, owner.outletId, screenOf('Kitchen'));
    expect(await unlistened(owner)).toBe(0);
  });

  it('is listened at by an older page, which says nothing of itself', async () => {
    const owner = await server.trading();
    const socket = await screens.watch(server, owner.accessToken, owner.outletId);
    for (let n = 0; n < 3; n += 1) {
      server.clock.advance(40_000);
      await speak(socket);
      expect(await unlistened(owner)).toBe(0);
    }
  });

  it('is listened at until a screen was last heard, however long its dead connection stays open', async () => {
    const { owner, bar, socket } = await watchedByOne();
    server.clock.advance(7_000);
    await beat(socket, bar);
    const last = server.clock.now().getTime();
    await look();
    server.clock.advance(15_000);
    await look();
    expect(Math.abs(((await heardAt(owner)) ?? 0) - last)).toBeLessThan(1_000);
    server.clock.advance(44_000);
    expect(await unlistened(owner)).toBe(0);
    server.clock.advance(2_000);
    expect(await unlistened(owner)).toBe(1);
    expect(socket.connected).toBe(true);
    await beat(socket, bar);
    expect(await unlistened(owner)).toBe(0);
  });

  it('was listened at until the moment in which the last screen left', async () => {
    const { owner, bar, socket } = await watchedByOne();
    await look();
    server.clock.advance(9_000);
    await beat(socket, bar);
    const last = server.clock.now().getTime();
    cut(socket);
    await noneLeft();
    await look();
    expect(Math.abs(((await heardAt(owner)) ?? 0) - last)).toBeLessThan(1_000);
  });
});
