import { createClient } from 'redis';
import { io } from 'socket.io-client';
import { expect, it, vi } from 'vitest';
import { redisProgram, testRedis } from '../../tests/support/servers/redis.ts';
import { testServer } from '../testing/server.ts';

it.skipIf(redisProgram === null)(
  'a server that vanished without a word is not taken for a silent Redis (R17)',
  async () => {
    const redis = await testRedis();
    await redis.start();
    const server = await testServer({ redisUrl: redis.url });
    const { accessToken } = await server.seller();
    const origin = await server.app.server.listen({ port: 0, host: '127.0.0.1' });
    const ready = async () => (await server.app.server.inject('/ready')).statusCode;
    await vi.waitFor(async () => expect(await ready()).toBe(200));
    const client = await createClient({ url: redis.url }).connect();
    const vanished = await client.duplicate().connect();
    await vanished.subscribe('servery:live#/#', () => undefined);

    const sockets = Array.from({ length: 20 }, () =>
      io(origin, { transports: ['websocket'], auth: { token: accessToken }, forceNew: true }),
    );
    await Promise.all(sockets.map((socket) => new Promise<void>((done) => socket.once('connect', done))));
    expect(await ready()).toBe(200);
    const wrong = { email: 'nobody@servery.test', password: 'not the password' };
    expect((await server.send('POST', '/sellers/sign-in', wrong)).status).toBe(401);
    expect(await client.keys('servery:limit:*')).not.toEqual([]);

    for (const socket of sockets) socket.disconnect();
    await Promise.all([client.close(), vanished.close()]);
    await server.close();
    await redis.stop();
  },
);
