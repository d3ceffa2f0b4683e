import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems assign to connections, so that a server which a test restarts finds its port free. */
const [FIRST, LAST] = [10_000, 30_000];

/** A port of this computer on which nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
