import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { contract } from '#shared/api/contract.ts';
import { pence } from '#shared/base/money.ts';
import { z } from 'zod';
import { sendWritten, writeReply, writeWhole } from './reply-pieces.ts';

const item = (n: number) => ({
  id: `i${n}`,
  name: `Item ${n}`,
  cost: pence(n),
  note: 'x'.repeat(900),
  modifiers: [],
});

it('a large reply is made in small parts, also where most of it is one category, and other work comes between them', async () => {
  const categories = [{ id: 'c', name: 'All', list: Array.from({ length: 400 }, (_, n) => item(n)) }];
  const createdAt = '2026-11-22T20:00:00.000Z';
  const catalog = {
    id: 'm',
    name: 'Menu',
    revision: 1,
    categories,
    latestRevision: { categories, createdAt },
  };
  const route = contract['GET /sellers/catalogs/:catalogId'];
  const reply = writeReply(route, { ...catalog, surplus: 'not for anybody' }, 'reader');
  if (!(reply instanceof Readable)) throw new TypeError('It was written at once.');
  let turns = 0;
  const over = new AbortController();
  const counting = (async () => {
    while (!over.signal.aborted) {
      await setImmediate();
      turns += 1;
    }
  })();
  const parts: string[] = [];
  for await (const part of reply) parts.push(String(part));
  over.abort();
  await counting;
  expect(JSON.parse(parts.join(''))).toEqual(catalog);
  expect(Math.max(...parts.slice(1).map(({ length }) => length))).toBeLessThan(40 * 1024);
  expect(parts.length).toBeGreaterThan(15);
  expect(turns).toBeGreaterThan(parts.length);
});

it("a board's list of orders waits for no other large reply", async () => {
  const { urgent } = contract['GET /sellers/outlets/:outletId/orders'];
  const reply = z.array(z.object({ note: z.string() }));
  const orders = Array.from({ length: 500 }, () => ({ note: 'x'.repeat(1_600) }));
  const written: string[] = [];
  await Promise.all([
    writeWhole({ reply }, orders, 'one').then(() => written.push('another reply')),
    writeWhole({ reply, urgent }, orders, 'another').then(() => written.push('the orders')),
  ]);
  expect(written).toEqual(['the orders', 'another reply']);
});

it('others have three times as long as each part of stored bytes takes to be written', async () => {
  const PARTS = 5;
  const WRITE_MS = 20;
  const bytes = Buffer.alloc(PARTS * 128 * 1024, 'x');
  const written: Buffer[] = [];
  const slow = new Writable({
    write(part: Buffer, _encoding, done) {
      const end = performance.now() + WRITE_MS;
      while (performance.now() < end);
      written.push(part);
      done();
    },
  });
  const reply = sendWritten({ reply: z.string() }, bytes, 'reader');
  if (!(reply instanceof Readable)) throw new TypeError('It was sent at once.');
  const began = performance.now();
  await pipeline(reply, slow);
  expect(Buffer.concat(written).equals(bytes)).toBe(true);
  expect(performance.now() - began).toBeGreaterThan(PARTS * WRITE_MS * 4);
});
