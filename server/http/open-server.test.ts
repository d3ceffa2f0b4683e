import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { testServer } from '../testing/server.ts';

/** Less than the time after which a stop cuts whatever is left. */
const SOON_MS = 5_000;

it('a stop waits for no connection on which nothing was asked yet', async () => {
  const server = await testServer();
  const { port } = new URL(await server.app.server.listen({ port: 0, host: '127.0.0.1' }));
  const ahead = connect(Number(port), '127.0.0.1');
  await once(ahead, 'connect');
  const began = performance.now();
  const [ended] = await Promise.all([once(ahead.resume(), 'close'), server.close()]);
  expect(ended).toEqual([false]);
  expect(performance.now() - began).toBeLessThan(SOON_MS);
});
