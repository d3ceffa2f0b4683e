import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startPrinter } from '../../tests/support/printing/printer.ts';
import { quickly } from '../../tests/support/printing/print-shop.ts';
import { statusTalks } from './printer-status.ts';
import { sendOverNetwork } from './send-network.ts';

const sheet = Buffer.from('A sheet\n'.repeat(100));
const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

async function listen(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(socket);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const to = (port: number, answers = true) =>
  ({ host: '127.0.0.1', port, dialect: 'epson', answers }) as const;
const wellAnswer = Buffer.from([0x12, 0x12, 0x12]);

describe('whatever a printer does, the job settles within its deadlines (T6)', () => {
  it.each<[string, string, (socket: Socket) => void]>([
    ['never reads', 'not-sent', (socket) => socket.pause()],
    ['hangs up at once', 'not-sent', (socket) => socket.end()],
    ['resets at once', 'not-sent', (socket) => socket.resetAndDestroy()],
    [
      'answers, and never says that it printed',
      'unconfirmed',
      (socket) => socket.on('data', (bytes) => bytes[0] === 0x10 && socket.write(wellAnswer)),
    ],
    [
      'trickles answers for ever',
      'unconfirmed',
      (socket) => {
        socket.resume();
        const timer = setInterval(() => socket.write(wellAnswer), 20);
        socket.on('close', () => clearInterval(timer));
      },
    ],
    [
      'hangs up in the middle of the sheet',
      'unconfirmed',
      (socket) => socket.on('data', (bytes) => (bytes[0] === 0x10 ? socket.write(wellAnswer) : socket.end())),
    ],
    [
      'resets in the middle of the sheet',
      'unconfirmed',
      (socket) =>
        socket.on('data', (bytes) =>
          bytes[0] === 0x10 ? socket.write(wellAnswer) : socket.resetAndDestroy(),
        ),
    ],
  ])('one that %s is %s', async (_name, kind, serve) => {
    const port = await listen(serve);
    const before = Date.now();
    expect(await sendOverNetwork(sheet, to(port), quickly)).toMatchObject({ kind });
    const { connectMs, statusMs, printMs } = quickly;
    expect(Date.now() - before).toBeLessThan(connectMs + statusMs + printMs + 200);
  });

  it('one that refuses is not sent to, and one that takes a byte a second is unconfirmed', async () => {
    const refused = await listen(() => undefined);
    const [server] = servers.splice(0);
    server?.close();
    expect(await sendOverNetwork(sheet, to(refused), quickly)).toEqual({
      kind: 'not-sent',
      problem: 'Offline',
    });
    const slow = await startPrinter();
    slow.mood.pace = 20;
    expect(await sendOverNetwork(sheet, to(slow.port), quickly)).toMatchObject({ kind: 'unconfirmed' });
    await slow.stop();
  });

  it('one whose roll is nearly at its end prints, however its answers are cut up', async () => {
    const printer = await startPrinter();
    printer.mood.nearEnd = true;
    printer.mood.pace = 50;
    const patient = { ...quickly, printMs: 20_000 };
    expect(await sendOverNetwork(sheet, to(printer.port), patient)).toEqual({ kind: 'printed' });
    await printer.stop();
  });

  it('one that runs out of paper in the middle is named at once', async () => {
    const printer = await startPrinter();
    printer.mood.pace = 200;
    const sending = sendOverNetwork(sheet, to(printer.port), { ...quickly, printMs: 20_000 });
    await expect.poll(() => printer.jobs.length).toBe(1);
    printer.mood.paper = false;
    printer.mood.pace = 100_000;
    expect(await sending).toEqual({ kind: 'unconfirmed', problem: 'Out of paper' });
    await printer.stop();
  });
});

it('an answer that has come in part is not read as the next', () => {
  const { read } = statusTalks.epson;
  const nearEnd = [0x12, 0x12, 0x1e];
  expect(read(Buffer.from(nearEnd))).toEqual({ problem: null, whole: true, ended: false });
  for (const part of [[0x12], [0x12, 0x12]])
    expect(read(Buffer.from([...nearEnd, ...part]))).toMatchObject({ problem: null });
  expect(read(Buffer.from([...nearEnd, 0x12, 0x16, 0x12]))).toMatchObject({ problem: 'Cover open' });
  // An answer to GS r in between belongs to no question.
  expect(read(Buffer.from([0x12, 0x03, 0x12, 0x12]))).toEqual({ problem: null, whole: true, ended: true });
});

it('a Star says that it printed by its counter, and what is wrong by its status block', async () => {
  const seen: Buffer[] = [];
  const star = { state: 0, paper: 0, counter: 0 };
  const port = await listen((socket) =>
    socket.on('data', (bytes) => {
      const chunk = Buffer.from(bytes);
      seen.push(chunk);
      if (chunk.includes(0x17)) star.counter = 0x02;
      if (chunk.includes(Buffer.from([0x1b, 0x06, 0x01])))
        socket.write(Buffer.from([0x23, 0x86, star.state, 0, 0, star.paper, 0, star.counter, 0]));
    }),
  );
  const printer = { ...to(port), dialect: 'star' } as const;
  expect(await sendOverNetwork(sheet, printer, quickly)).toEqual({ kind: 'printed' });
  expect(Buffer.concat(seen).includes(sheet)).toBe(true);
  Object.assign(star, { state: 0x28, counter: 0 });
  expect(await sendOverNetwork(sheet, printer, quickly)).toEqual({ kind: 'not-sent', problem: 'Cover open' });
  Object.assign(star, { state: 0x08, paper: 0x08 });
  expect(await sendOverNetwork(sheet, printer, quickly)).toEqual({
    kind: 'not-sent',
    problem: 'Out of paper',
  });
});
