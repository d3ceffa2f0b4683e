import { expect, type Page } from 'playwright/test';

/** A tone that a page has sounded: its kind, and when, in ms of `Date.now()`. */
export type Tone = { sound: 'fault' | 'order'; at: number };

/** Records every tone that a page sounds, from its next load on. */
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

/**
 * When the page received each change of an order, by status, in ms of its own `Date.now()`; from its next load on.
 */
export async function noteUpdates(page: Page): Promise<() => Promise<{ status: string; at: number }[]>> {
  await page.addInitScript(function noteMessages() {
    const updates: { status: string; at: number }[] = [];
    Object.assign(globalThis, { updates });
    globalThis.WebSocket = class extends WebSocket {
      constructor(...address: ConstructorParameters<typeof WebSocket>) {
        super(...address);
        // Runs before the page's own listener.
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

/**
 * How long after an order was answered a ring for orders still began, in ms; watches for longer than the interval
 * between rings.
 */
export async function lastRingAfter(
  rings: () => Promise<{ at: number }[]>,
  answeredAt: number,
  now: () => Promise<number>,
): Promise<number> {
  await expect.poll(async () => (await now()) - answeredAt, { timeout: 60_000 }).toBeGreaterThan(6_000);
  return Math.max(0, ...(await rings()).map(({ at }) => at - answeredAt));
}
