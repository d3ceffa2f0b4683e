import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  beat,
  closePage,
  cut,
  eventsOf,
  screenOf,
  setUpScreens,
} from '../../../tests/support/shop/live-screen.ts';
import { onTheMenu, place } from '../../../tests/support/shop/ordering-steps.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';
import type { Trading } from '../../testing/server.ts';

setUpServer();
const screens = setUpScreens();
beforeAll(() => server.clock.stop());

const unattended = { status: 409, body: { error: { code: 'OUTLET_UNATTENDED' } } };
const taken = { status: 201 };
/** The server's look at its screens, which it makes every 15 s. */
const look = () => server.app.doChores();

describe('after the server’s clock was set back by an hour (D45)', () => {
  const HOUR_MS = 3_600_000;
  const unattendedAt = async (shop: Trading) =>
    (await server.sendFor(shop.id)('GET', '/sellers/unattended')).body.outlets;
  async function heardAhead() {
    const shop = await server.trading();
    const bar = screenOf('Bar');
    const socket = await screens.watch(server, shop.accessToken, shop.outletId, bar);
    await look();
    const setBack = () => server.clock.advance(-HOUR_MS);
    return { shop, bar, socket, setBack };
  }

  it('a screen proves itself with its next word, and orders end 60 s after it has left', async () => {
    const { shop, bar, socket, setBack } = await heardAhead();
    setBack();
    await beat(socket, bar);
    await vi.waitFor(async () => expect(await place(shop)).toMatchObject(taken), { timeout: 2_000 });
    closePage(socket);
    await look();
    server.clock.advance(59_000);
    expect(await place(shop)).toMatchObject(taken);
    server.clock.advance(2_000);
    expect(await place(shop)).toMatchObject(unattended);
    expect((await onTheMenu(shop)).state).toBe('unattended');
    expect(await unattendedAt(shop)).toMatchObject([{ id: shop.outletId }]);
  });

  it('one that said nothing since, and has left, proves nothing for that hour', async () => {
    const { shop, socket, setBack } = await heardAhead();
    setBack();
    cut(socket);
    await look();
    server.clock.advance(61_000);
    await look();
    expect(await place(shop)).toMatchObject(unattended);
  });

  it('one that left before proves nothing, until the next session begins', async () => {
    const { shop, socket, setBack } = await heardAhead();
    closePage(socket);
    await look();
    setBack();
    expect(await place(shop)).toMatchObject(unattended);
    expect(await unattendedAt(shop)).toEqual([
      { id: shop.outletId, name: 'The Old Ferry', since: server.clock.now().toISOString() },
    ]);
    const { ordering } = (await server.sendFor(shop.id)('GET', `/sellers/outlets/${shop.outletId}`)).body;
    expect(ordering).toEqual({ state: 'unattended', by: 'unattended', message: expect.any(String) });
    const told = eventsOf(await screens.connect(server, shop.accessToken), 'ordering-update');
    await look();
    await vi.waitFor(() => expect(told).toMatchObject([{ ordering: { state: 'unattended' } }]));
    // A new session counts as the first time that a screen was heard, by the clock as it is now.
    const session = `/sellers/outlets/${shop.outletId}/trading-session`;
    await server.sendFor(shop.id)('POST', `${session}/finish`);
    await server.sendFor(shop.id)('POST', `${session}/start`);
    expect(await place(shop)).toMatchObject(taken);
    server.clock.advance(61_000);
    expect(await place(shop)).toMatchObject(unattended);
  });

  it('while clocks of servers differ by seconds, the later word counts', async () => {
    const { shop, bar, socket } = await heardAhead();
    const heardAt = async () =>
      (
        await server.database.kysely
          .selectFrom('outlet_listening')
          .select('heard_at')
          .where('outlet_id', '=', shop.outletId)
          .executeTakeFirstOrThrow()
      ).heard_at;
    const later = await heardAt();
    server.clock.advance(-4_000);
    await beat(socket, bar);
    await look();
    expect(await heardAt()).toEqual(later);
    expect(await place(shop)).toMatchObject(taken);
  });
});
