import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { timers } from '../window/timers.ts';

type Page = EventEmitter & {
  loadURL: () => Promise<void>;
  send: (channel: string, heard: { orderIds: string[] }) => void;
  forcefullyCrashRenderer: () => void;
};
let page: Page;
vi.mock('electron', () => ({
  WebContentsView: class {
    webContents = page;
  },
}));
const { openBell } = await import('./bell.ts');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A bell whose page loads or fails at each of these attempts; it reports that it is alive if `says`. */
function opened({ loads = [true], says = true } = {}) {
  const noted = { loads: 0, failed: 0, crashed: 0, rung: [] as string[] };
  page = Object.assign(new EventEmitter(), {
    async loadURL() {
      const well = loads[noted.loads] ?? true;
      noted.loads += 1;
      if (!well) throw new Error('ERR_FAILED');
    },
    send: (_channel: string, { orderIds }: { orderIds: string[] }) => void noted.rung.push(orderIds.join()),
    forcefullyCrashRenderer() {
      noted.crashed += 1;
      page.emit('render-process-gone', {}, { reason: 'crashed' });
    },
  });
  const bell = openBell({
    webPreferences: {} as never,
    after: Promise.resolve(),
    timers,
    failed: () => (noted.failed += 1),
    log: () => undefined,
  });
  if (says) setInterval(bell.isAlive, 5_000);
  const ring = (orderId: string) => bell.sound({ sound: 'bell', volumePercent: 80, orderIds: [orderId] });
  return { bell, noted, ring };
}
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

it('a bell that does not load is tried again for as long as it takes, and then sounds what was asked for last', async () => {
  const { noted, ring } = opened({ loads: [false, false, false] });
  ring('a');
  ring('b');
  await seconds(3);
  expect(noted.failed).toBeGreaterThan(0);
  expect(noted.rung).toEqual([]);
  await seconds(4);
  expect(noted).toMatchObject({ loads: 4, rung: ['b'] });
  ring('c');
  expect(noted.rung).toEqual(['b', 'c']);
});

it('one that crashes is loaded anew at once; one that crashes while it loads, after a moment', async () => {
  const { noted, ring } = opened();
  await seconds(1);
  page.emit('render-process-gone', {}, { reason: 'crashed' });
  expect(noted.loads).toBe(2);
  page.emit('render-process-gone', {}, { reason: 'crashed' });
  expect(noted.loads).toBe(2);
  await seconds(3);
  ring('a');
  expect(noted).toMatchObject({ loads: 3, rung: ['a'] });
});

it('one that says nothing any more is no sound after 12 s, and is loaded anew after 20', async () => {
  const { noted } = opened({ says: false });
  await seconds(13);
  expect(noted).toMatchObject({ failed: 1, crashed: 0 });
  await seconds(8);
  expect(noted).toMatchObject({ crashed: 1, loads: 2 });
});

it('one that is there is left alone', async () => {
  const { noted } = opened();
  await seconds(120);
  expect(noted).toEqual({ loads: 1, failed: 0, crashed: 0, rung: [] });
});
