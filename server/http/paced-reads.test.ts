import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { countTurns, mostInOneTurn } from '../../tests/support/servers/loop-turns.ts';
import { pacedReads } from './paced-reads.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A server whose replies go on until either side ends them. */
async function startStreams() {
  const inTurn = pacedReads(50);
  const loop = countTurns();
  const streams: ServerResponse[] = [];
  /** The turns of the event loop in which a stream was over. */
  const over: number[] = [];
  const server = createServer((request, reply) => {
    reply.once('close', () => over.push(loop.now()));
    reply.once('close', inTurn(request.socket));
    reply.write('begun');
    streams.push(reply);
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    await ask(socket);
    return socket;
  };
  return { streams, over, open, stop: () => loop.stop() };
}

async function ask(socket: Socket): Promise<void> {
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
}

it('of hundreds of streams that are broken off in one moment, a twentieth are over in one turn of the event loop, and soon all', async () => {
  const { over, open, stop } = await startStreams();
  const sockets = await Promise.all(Array.from({ length: 400 }, open));
  const left = sockets.splice(0, 10);
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(() => expect(over).toHaveLength(390));
  stop();
  expect(mostInOneTurn(over)).toBeLessThanOrEqual(20);
  for (const socket of left) socket.destroy();
});

it('a connection whose stream the server has ended answers the next request', async () => {
  const { streams, over, open, stop } = await startStreams();
  const socket = await open();
  for (let asked = 1; asked <= 30; asked += 1) {
    streams.at(-1)?.end();
    await once(socket, 'data');
    await ask(socket);
    expect(streams).toHaveLength(asked + 1);
  }
  expect(over).toHaveLength(30);
  socket.destroy();
  await vi.waitFor(() => expect(over).toHaveLength(31));
  stop();
});

/** A connection on which nothing arrives, and how often it was read from in each turn of the event loop. */
class Silent extends Duplex {
  readonly bytesRead = 0;
  readonly #onRead: () => void;

  constructor(onRead: () => void) {
    super();
    this.#onRead = onRead;
  }

  override _read(): void {}

  override resume(): this {
    this.#onRead();
    return super.resume();
  }
}

it('of hundreds on which nothing arrives a twentieth are read from in one turn, however busy others keep the server', async () => {
  const loop = countTurns();
  const turns: number[] = [];
  const inTurn = pacedReads(1);
  const over = Array.from({ length: 400 }, () => inTurn(new Silent(() => turns.push(loop.now()))));
  let isBusy = true;
  const busy = () => {
    for (const began = performance.now(); performance.now() - began < 5;);
    if (isBusy) setImmediate(busy);
  };
  busy();
  await vi.waitFor(() => expect(mostInOneTurn(turns)).toBe(20), { timeout: 5_000 });
  isBusy = false;
  for (const end of over) end();
  loop.stop();
});
