import { expect, it } from 'vitest';
import { canStayAwake, stayAwake } from './stay-awake.ts';

function browser() {
  const page: EventTarget & { visibilityState: DocumentVisibilityState } = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as const,
  });
  const held = new Set<EventTarget>();
  const letGo = (lock: EventTarget) => {
    held.delete(lock);
    lock.dispatchEvent(new Event('release'));
  };
  const locks = {
    async request() {
      if (page.visibilityState !== 'visible') throw new Error('NotAllowedError');
      const lock = Object.assign(new EventTarget(), { release: async () => letGo(lock) });
      held.add(lock);
      return lock;
    },
  };
  return {
    page: page as unknown as Document,
    locks: locks as unknown as Parameters<typeof canStayAwake>[0],
    held: () => held.size,
    show(visible: boolean) {
      page.visibilityState = visible ? 'visible' : 'hidden';
      if (!visible) held.forEach(letGo);
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

it('keeps the screen awake while it trades and is visible, with one lock (D48)', async () => {
  const { page, locks, held, show } = browser();
  const keepAwake = stayAwake(locks, page);
  keepAwake(true);
  keepAwake(true);
  await expect.poll(held).toBe(1);
  show(false);
  expect(held()).toBe(0);
  show(true);
  await expect.poll(held).toBe(1);
  keepAwake(false);
  await expect.poll(held).toBe(0);
  show(true);
  expect(held()).toBe(0);
});

it('lets go of a lock that comes too late (D48)', async () => {
  const { page, locks, held } = browser();
  const keepAwake = stayAwake(locks, page);
  keepAwake(true);
  keepAwake(false);
  await expect.poll(held).toBe(0);
});

it('knows whether it could, and holds nothing afterwards (D48)', async () => {
  const { locks, held, show } = browser();
  expect(await canStayAwake(locks)).toBe(true);
  expect(held()).toBe(0);
  show(false);
  expect(await canStayAwake(locks)).toBe(false);
});
