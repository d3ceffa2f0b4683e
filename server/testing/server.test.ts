import { expect, it } from 'vitest';
import { testServer } from './server.ts';

it('a second server on a database may be closed twice, and leaves the database to the first', async () => {
  const first = await testServer();
  const second = await testServer({ beside: first });
  await second.close();
  await second.close();
  expect((await first.app.server.inject('/ready')).statusCode).toBe(200);
  await first.close();
});
