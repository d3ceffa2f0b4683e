import type { ElectronApplication } from 'playwright';
import { expect } from 'playwright/test';

/** `at` is in ms of `Date.now()`, the same clock as a page's. */
type Heard = { sound: string; volumePercent: number; orderIds: string[]; at: number };

/** Waits for the bell's page, which loads after the screen. */
export async function bellIsThere(app: ElectronApplication): Promise<void> {
  const look = () =>
    app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().some((page) => page.getURL().endsWith('/bell.html')),
    );
  await expect.poll(look).toBe(true);
}

/**
 * Records what the till's bell is told to sound, from now on. Call it once for each till; `faultsHeard` relies on it.
 */
export async function listenToTheBell(app: ElectronApplication): Promise<() => Promise<Heard[]>> {
  await bellIsThere(app);
  await app.evaluate(({ webContents }) => {
    const heard: unknown[] = [];
    const faults: number[] = [];
    Object.assign(globalThis, { heard, faults });
    const bell = webContents.getAllWebContents().find((page) => page.getURL().endsWith('/bell.html'));
    if (!bell) throw new Error('There is no bell');
    const send = bell.send.bind(bell);
    bell.send = (channel, ...data) => {
      if (channel === 'till:ring') {
        heard.push({ ...(data[0] as object), at: Date.now() });
        if ((data[0] as { sound: string }).sound === 'fault') faults.push(Date.now());
      }
      send(channel, ...data);
    };
  });
  return () => app.evaluate(() => (globalThis as unknown as { heard: Heard[] }).heard);
}

/** When the fault sounded since {@link listenToTheBell}, in ms of `Date.now()`. */
export function faultsHeard(app: ElectronApplication): Promise<number[]> {
  return app.evaluate(() => (globalThis as unknown as { faults: number[] }).faults);
}

/** Records for how many orders the till rings, each time that the set changes, from now on. */
export async function noteWaiting(app: ElectronApplication): Promise<() => Promise<number[]>> {
  await app.evaluate(({ app: system }) => {
    const waiting: number[] = [];
    Object.assign(globalThis, { waiting });
    system.setBadgeCount = (count) => waiting.push(count ?? 0) > 0;
  });
  return () => app.evaluate(() => (globalThis as unknown as { waiting: number[] }).waiting);
}
