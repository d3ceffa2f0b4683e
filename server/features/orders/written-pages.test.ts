import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { writtenPages } from './written-pages.ts';

const PAGE_BYTES = 10_000;
let drawn: string[] = [];

/** Asks for a page of 10 KB that does not compress. */
function asking(written: ReturnType<typeof writtenPages>, reply = {}) {
  drawn = [];
  return (name: string, reader = 'a network', busyMs = 0) =>
    written({
      name,
      reply,
      reader,
      draw() {
        const end = performance.now() + busyMs;
        while (performance.now() < end);
        drawn.push(name);
        return randomBytes(PAGE_BYTES / 2).toString('hex');
      },
    });
}

describe('pages', () => {
  it('are drawn once, however many ask at once and later, and again when what they show has changed', async () => {
    const written = writtenPages();
    const ask = asking(written);
    const pages = await Promise.all(
      Array.from({ length: 100 }, (_, n) => ask('menu', n % 2 ? 'one' : 'other')),
    );
    expect(new Set([...pages, await ask('menu')].map(({ etag }) => etag)).size).toBe(1);
    expect(drawn).toEqual(['menu']);
    const askOfNext = asking(written, {});
    expect((await askOfNext('menu')).etag).not.toBe(pages[0]?.etag);
    await askOfNext('menu');
    expect(drawn).toEqual(['menu']);
  });

  it.each([
    ['take only so much memory: those that were asked for last are remembered', 5 * PAGE_BYTES, 20],
    ['would all be remembered with room for them', 100 * PAGE_BYTES, 0],
  ])('%s', async (_, mostBytes, drawnAgain) => {
    const ask = asking(writtenPages(mostBytes));
    const tables = Array.from({ length: 20 }, (__, n) => `table ${n}`);
    for (const table of tables) await ask(table);
    await ask('table 19');
    expect(drawn).toHaveLength(20);
    for (const table of tables) await ask(table);
    expect(drawn).toHaveLength(20 + drawnAgain);
  });

  it('are drawn in turns of networks: who asks for many keeps nobody waiting, also for one of those', async () => {
    const ask = asking(writtenPages());
    const many = Array.from({ length: 30 }, (_, n) => ask(`table ${n}`, 'a stranger', 2));
    await Promise.all([ask('menu', 'a guest'), ask('table 29', 'a guest')]);
    expect(drawn.length).toBeLessThan(10);
    await Promise.all(many);
    expect(drawn).toHaveLength(31);
  });
});
