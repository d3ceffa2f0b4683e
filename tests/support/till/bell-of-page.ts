import { expect, type Page } from 'playwright/test';

/** A tone that a page has sounded: what it was for, and when, in ms of `Date.now()`. */
export type Tone = { sound: 'fault' | 'order'; at: number };

/** Writes down every tone that a page sounds, from its next load on. */
export async function listenToPage(page: Page): Promise<() => Promise<Tone[]>> {
  await page.addInitScript(function noteTones() {
    const tones: Tone[] = [];
    Object.assign(globalThis, { tones });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function noted(when) {
      // Only the sound of a fault is a sawtooth.
      tones.push({ sound: this.type === 'sawtooth' ? 'fault' : 'order', at: Date.now() });
      start.call(this, when);
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { tones: Tone[] }).tones);
}

/** When the page was told of each change of an order, by its status, in ms of its own `Date.now()`; from its next load on. */
export async function noteUpdates(page: Page): Promise<() => Promise<{ status: string; at: number }[]>> {
  await page.addInitScript(function noteMessages() {
    const updates: { status: string; at: number }[] = [];
    Object.assign(globalThis, { updates });
    globalThis.WebSocket = class extends WebSocket {
      constructor(...address: ConstructorParameters<typeof WebSocket>) {
        super(...address);
        // Before the page's own listener.
        this.addEventListener('message', ({ data }) => {
          const [, status] = /"order-update".*?"status":"(\w+)"/.exec(String(data)) ?? [];
          if (status) updates.push({ status, at: Date.now() });
        });
      }
    };
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { updates: { status: string; at: number }[] }).updates);
}

/** How long after an order was answered a ring for orders still began, in ms, looked at for longer than a ring waits for the next. */
export async function lastRingAfter(
  rings: () => Promise<{ at: number }[]>,
  answeredAt: number,
  now: () => Promise<number>,
): Promise<number> {
  await expect.poll(async () => (await now()) - answeredAt, { timeout: 60_000 }).toBeGreaterThan(6_000);
  return Math.max(0, ...(await rings()).map(({ at }) => at - answeredAt));
}
