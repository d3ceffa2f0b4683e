import { afterAll, beforeAll } from 'vitest';
import {
  testServer,
  type TestServer,
  type TestServerOptions,
  type Trading,
} from '../../../server/testing/server.ts';

/** The server of the test file that called {@link setUpServer}, from its first test on. */
export let server: TestServer;
/** The trading seller of the test file that called {@link setUpShop}. */
export let shop: Trading;

/** Opens a server before the tests, and closes it after them. */
export function setUpServer(options: TestServerOptions | (() => TestServerOptions) = {}): void {
  beforeAll(async () => {
    server = await testServer(typeof options === 'function' ? options() : options);
  });
  afterAll(() => server.close());
}

/** {@link setUpServer}, with a trading seller. */
export function setUpShop(options?: TestServerOptions): void {
  setUpServer(options);
  beforeAll(async () => {
    shop = await server.trading();
  });
}

/** Lets time go by, and runs what is due then. */
export async function later(ms: number): Promise<void> {
  server.clock.advance(ms);
  await server.app.doChores();
}
