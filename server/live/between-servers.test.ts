import { io } from 'socket.io-client';
import { expect, it, vi } from 'vitest';
import { openLine } from '../../tests/support/servers/line.ts';
import { redisProgram, testRedis } from '../../tests/support/servers/redis.ts';
import { testServer } from '../testing/server.ts';

it.skipIf(redisProgram === null)(
  'a Redis that moved to another host without a word carries events again, from each server to the others (R17)',
  async () => {
    const [left, next] = [await testRedis(), await testRedis()];
    await Promise.all([left.start(), next.start()]);
    let port = Number(new URL(left.url).port);
    const line = await openLine(() => port);
    const redisUrl = `redis://127.0.0.1:${line.port}`;
    const here = await testServer({ redisUrl });
    const there = await testServer({ redisUrl, beside: here });
    const shop = await here.trading();
    const order = await shop.order();
    const socket = io(await here.app.server.listen({ port: 0, host: '127.0.0.1' }), {
      transports: ['websocket'],
      auth: { token: shop.accessToken },
    });
    const heard: number[] = [];
    socket.on('order-update', ({ seq }: { seq: number }) => heard.push(seq));
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    await socket.emitWithAck('connect-outlet', shop.outletId);
    let seq = 1;
    const crosses = async () => {
      seq += 1;
      there.app.live.orderChanged(shop.outletId, { order, seq });
      await vi.waitUntil(() => heard.includes(seq), { timeout: 500 });
    };
    await vi.waitFor(crosses);

    port = Number(new URL(next.url).port);
    line.be('half-open');
    await vi.waitFor(crosses, 20_000);
    for (const server of [here, there])
      expect((await server.app.server.inject('/ready')).statusCode).toBe(200);
    socket.disconnect();
    await there.close();
    await here.close();
    await line.close();
    await Promise.all([left.stop(), next.stop()]);
  },
);
