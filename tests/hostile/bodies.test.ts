import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { testServer, type TestServer } from '../../server/testing/server.ts';

const BODY_BYTES = 1_000_000;
const SENT_AT_ONCE = 30;
/** What the server may read of a body before it looks at its headers, and what Node reads ahead. */
const READ_AHEAD_BYTES = 300_000;

let server: TestServer;
const open: Socket[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await server.close();
});

/** Starts a server that counts what arrives; returns its port. */
async function listen(limits: string[]) {
  server = await testServer({ trustProxy: ['loopback'], limits });
  const arriving: Socket[] = [];
  server.app.server.server.on('connection', (socket: Socket) => arriving.push(socket));
  const address = await server.app.server.listen({ port: 0, host: '127.0.0.1' });
  return { port: Number(new URL(address).port), arriving };
}

/** Sends an enquiry of 1 MB all but its last byte; `end` sends that, and resolves to the answer's status. */
function send(port: number, network: string, bytes = BODY_BYTES) {
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  const answered = new Promise<number>((resolve) => {
    socket.on('error', () => resolve(0)).once('close', () => resolve(0));
    socket.once('data', (data) => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString())?.[1])));
  });
  const head = ['POST /api/sellers/leads HTTP/1.1', 'host: x', `x-forwarded-for: ${network}`];
  const headers = [...head, 'content-type: application/json', `content-length: ${bytes}`];
  socket.write(`${headers.join('\r\n')}\r\n\r\n"${'x'.repeat(bytes - 2)}`);
  return () => {
    socket.write('"');
    return answered;
  };
}

/** Waits until nothing more arrives; returns how many of these connections sent more than a waiting body may. */
async function readWhole(arriving: readonly Socket[]): Promise<number> {
  const read = () => arriving.map(({ bytesRead }) => bytesRead);
  let before = '';
  await expect
    .poll(
      () => {
        const now = read().join();
        const settled = now === before && arriving.length >= SENT_AT_ONCE;
        before = now;
        return settled;
      },
      { interval: 300, timeout: 20_000 },
    )
    .toBe(true);
  return read().filter((bytes) => bytes > READ_AHEAD_BYTES).length;
}

const network = (n: number) => `192.0.2.${n}`;

describe('many bodies of 1 MB at once', () => {
  it('are read four at a time from one network; a neighbour’s is read beside them, and a small one at once', async () => {
    const { port, arriving } = await listen([]);
    const ends = Array.from({ length: SENT_AT_ONCE }, () => send(port, network(1)));
    expect(await readWhole(arriving)).toBe(4);
    expect(await send(port, network(2), 100_000)()).toBe(400);
    expect(await send(port, network(1), 200)()).toBe(400);
    const statuses = await Promise.all(ends.map((end) => end()));
    expect(statuses).toEqual(ends.map(() => 400));
  });

  it('are read 16 at a time from all networks, and all are answered', async () => {
    const { port, arriving } = await listen([]);
    const ends = Array.from({ length: SENT_AT_ONCE }, (_, n) => send(port, network(n)));
    expect(await readWhole(arriving)).toBe(16);
    const statuses = await Promise.all(ends.map((end) => end()));
    expect(statuses).toEqual(ends.map(() => 400));
  });

  it('would all be in memory without that limit', async () => {
    const { port, arriving } = await listen(['bodies=1000', 'bodies-network=1000']);
    for (let n = 0; n < SENT_AT_ONCE; n += 1) send(port, network(1));
    expect(await readWhole(arriving)).toBe(SENT_AT_ONCE);
  });

  it('whose senders leave while they wait take nobody’s turn', async () => {
    const { port, arriving } = await listen(['bodies=1', 'bodies-network=1']);
    const end = send(port, network(1));
    for (let n = 1; n < SENT_AT_ONCE; n += 1) send(port, network(1));
    expect(await readWhole(arriving)).toBe(1);
    for (const socket of open.splice(1)) socket.destroy();
    expect(await end()).toBe(400);
    expect(await send(port, network(1))()).toBe(400);
  });
});
