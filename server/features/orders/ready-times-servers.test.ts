import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OrderUpdate } from '#shared/api/live.ts';
import { promisedMinute } from '#shared/orders/promises.ts';
import { redisProgram } from '../../../tests/support/servers/redis.ts';
import { eventsOf, liveScreens } from '../../../tests/support/shop/live-screen.ts';
import { twoServers } from '../../../tests/support/shop/two-servers.ts';
import type { TestServer, Trading } from '../../testing/server.ts';

const MINUTE_MS = 60_000;
const screens = liveScreens();

describe.skipIf(redisProgram === null)('ready times at two servers with Redis', () => {
  let servers: Awaited<ReturnType<typeof twoServers>>;
  let bar: Trading;
  beforeAll(async () => {
    servers = await twoServers();
    bar = await servers.here.trading();
    servers.here.clock.stop();
    await at(servers.here)('PATCH', `/sellers/outlets/${bar.outletId}`, {
      name: 'The Old Ferry',
      promisesReadyTime: true,
    });
  });
  afterAll(async () => {
    screens.close();
    await servers?.close();
  });

  const at = (server: TestServer) => server.sendFor(bar.id);
  const inMinutes = (minutes: number) =>
    new Date(promisedMinute(servers.here.clock.now().getTime()) + minutes * MINUTE_MS).toISOString();
  /** The promises of an order as a screen has heard of them, event by event. */
  async function heardAt(server: TestServer, id: string) {
    const socket = await screens.watch(server, bar.accessToken, bar.outletId);
    const updates = eventsOf(socket, 'order-update') as OrderUpdate[];
    return () =>
      updates.flatMap(({ order }) =>
        order.id === id ? [(order.promises ?? []).map(({ readyBy }) => readyBy)] : [],
      );
  }

  it('are promised at one, moved at the other, and announced once; screens at both hear of each (D63)', async () => {
    const { here, there } = servers;
    const { id } = await bar.order();
    const heard = [await heardAt(here, id), await heardAt(there, id)];
    const [first, moved] = [inMinutes(3), inMinutes(4)];
    const estimates = (server: TestServer) =>
      at(server)('GET', `/sellers/outlets/${bar.outletId}/ready-estimates`);
    expect((await estimates(there)).body).toEqual((await estimates(here)).body);

    expect((await at(there)('POST', `/sellers/orders/accept/${id}`, { readyBy: first })).status).toBe(200);
    expect((await at(here)('POST', `/sellers/orders/ready-time/${id}`, { readyBy: moved })).status).toBe(200);
    for (const events of heard)
      await vi.waitFor(() => expect(events()).toEqual([[first], [first, moved]]), 5_000);

    here.clock.advance(Date.parse(moved) + 21_000 - here.clock.now().getTime());
    await Promise.all([here.app.doChores(), there.app.doChores()]);
    const later = new Date(Date.parse(moved) + 5 * MINUTE_MS).toISOString();
    for (const events of heard)
      await vi.waitFor(() => expect(events().at(-1)).toEqual([first, moved, later]), 5_000);
    await Promise.all([here.app.doChores(), there.app.doChores()]);
    const read = await at(there)('GET', `/sellers/orders/${id}`);
    expect(read.body.promises).toHaveLength(3);
    for (const events of heard) expect(events()).toHaveLength(3);
  });
});
