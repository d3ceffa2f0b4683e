import { io, type Socket } from 'socket.io-client';
import { expect, it, vi } from 'vitest';
import { testServer } from '../../server/testing/server.ts';
import { beat, watchOutlet } from '../support/shop/live-screen.ts';

it('after a restart hundreds of tills are back within 15 s, and requests are answered meanwhile (R8)', async () => {
  const first = await testServer();
  const shop = await first.trading();
  const sellers = await Promise.all(Array.from({ length: 8 }, () => first.trading()));
  const origin = await first.app.server.listen({ port: 0, host: '127.0.0.1' });
  const sockets: Socket[] = sellers.flatMap(({ accessToken }) =>
    Array.from({ length: 45 }, () =>
      io(origin, { transports: ['websocket'], auth: { token: accessToken }, forceNew: true }),
    ),
  );
  await vi.waitFor(() => expect(first.app.live.count()).toBe(sockets.length), 20_000);
  const second = await testServer({ beside: first });
  await first.app.close();
  await second.app.server.listen({ port: Number(new URL(origin).port), host: '127.0.0.1' });

  const since = performance.now();
  let answered = 0;
  while (second.app.live.count() < sockets.length && performance.now() - since < 15_000) {
    const reply = await fetch(`${origin}/api/customers/outlets/${shop.outletId}/menu`);
    expect(reply.status).toBe(200);
    if (second.app.live.count() < sockets.length) answered += 1;
  }
  expect(second.app.live.count()).toBe(sockets.length);
  expect(answered, 'before the last till was back').toBeGreaterThan(2);

  // All at once they watch, and ask whether they have missed something.
  const asked = performance.now();
  const replies = await Promise.all(
    sockets.map(async (socket, n) => {
      const state = { screenId: `screen-${n}`, screenName: `Till ${n}`, silent: null };
      const introduced = beat(socket, state);
      const { ok } = await watchOutlet(socket, sellers[Math.floor(n / 45)]?.outletId);
      return ok && (await introduced).ok && (await beat(socket, state));
    }),
  );
  for (const reply of replies) expect(reply).toMatchObject({ ok: true, seq: 0 });
  expect(performance.now() - asked).toBeLessThan(10_000);
  await second.app.doChores();
  expect(second.app.live.listening().size).toBe(sellers.length);
  const kept = await first.database.kysely.selectFrom('outlet_screens').selectAll().execute();
  expect(kept).toHaveLength(sockets.length);
  for (const socket of sockets) socket.disconnect();
  await second.close();
  await first.database.close();
});
