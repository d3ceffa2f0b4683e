import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';

vi.mock('electron', () => ({ dialog: {} }));
const { askBeforeLeaving, holdsUnsavedWork } = await import('./unsaved-work.ts');

function opened({ mustGo = false } = {}) {
  const done: string[] = [];
  let answer: (leave: boolean) => void = () => undefined;
  const webContents = Object.assign(new EventEmitter(), { reload: () => done.push('reload') });
  const window = Object.assign(new EventEmitter(), {
    webContents,
    isDestroyed: () => false,
    destroy: () => done.push('closed'),
  });
  askBeforeLeaving(window as never, {
    mustGo: () => mustGo,
    stayed: () => done.push('stayed'),
    ask() {
      done.push('asked');
      return new Promise((resolve) => (answer = resolve));
    },
  });
  /** The page objects to being left; returns whether it was overruled. */
  const hold = () => {
    let left = false;
    webContents.emit('will-prevent-unload', { preventDefault: () => (left = true) });
    return left;
  };
  return { window, webContents, done, hold, answer: (leave: boolean) => answer(leave) };
}

it('closing with unsaved work asks once, and closes when the person leaves', async () => {
  const { window, done, hold, answer } = opened();
  window.emit('close', { defaultPrevented: false });
  expect(hold()).toBe(false);
  window.emit('close', { defaultPrevented: false });
  expect(hold()).toBe(false);
  expect(done).toEqual(['asked']);
  answer(true);
  await expect.poll(() => done).toEqual(['asked', 'closed']);
});

it('who stays ends the quit that was under way, and is asked the next time', async () => {
  const { window, done, hold, answer } = opened();
  window.emit('close', { defaultPrevented: false });
  hold();
  answer(false);
  await expect.poll(() => done).toEqual(['asked', 'stayed']);
  expect(hold()).toBe(false);
  expect(done).toEqual(['asked', 'stayed', 'asked']);
});

it('loading the screen again asks as well, and the next work is held back anew', async () => {
  const { window, webContents, done, hold, answer } = opened();
  // Earlier, closing minimised the window instead.
  window.emit('close', { defaultPrevented: true });
  hold();
  answer(true);
  await expect.poll(() => done).toEqual(['asked', 'reload']);
  expect(hold()).toBe(true);
  webContents.emit('did-finish-load');
  expect(hold()).toBe(false);
});

it('a till whose next version has started is not held', () => {
  const { done, hold } = opened({ mustGo: true });
  expect(hold()).toBe(true);
  expect(done).toEqual([]);
});

it('a page is asked whether it holds unsaved work, and one that does not answer may', async () => {
  vi.useFakeTimers();
  const page = (answer: Promise<unknown>) => ({
    webContents: { executeJavaScriptInIsolatedWorld: () => answer } as never,
  });
  expect(await holdsUnsavedWork(null)).toBe(false);
  expect(await holdsUnsavedWork(page(Promise.resolve(true)))).toBe(false);
  expect(await holdsUnsavedWork(page(Promise.resolve(false)))).toBe(true);
  const hangs = holdsUnsavedWork(page(new Promise(() => undefined)));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await hangs).toBe(true);
  vi.useRealTimers();
});
