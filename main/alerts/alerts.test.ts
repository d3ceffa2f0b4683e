import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RING_EVERY_MS } from '#shared/base/ring.ts';
import { alerts, type AlertsOptions } from './alerts.ts';
import { timers } from '../window/timers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started({ focused = true, notifies = true } = {}) {
  const log: string[] = [];
  const listeners = new Map<string, () => void>();
  const rung: string[] = [];
  const badges: number[] = [];
  const window = { isFocused: () => focused, flashFrame: (on: boolean) => void log.push(`flash ${on}`) };
  const notify = ({ title }: { title: string }) => ({
    on: (event: string, listener: () => void) => listeners.set(`${title} ${event}`, listener),
    show: () => void log.push(`show ${title}`),
    close: () => {
      log.push(`close ${title}`);
      listeners.get(`${title} close`)?.();
    },
  });
  const made = alerts({
    timers,
    window: () => window,
    dropsExpired: () => true,
    ring: (orderIds) => void rung.push(orderIds.join()),
    badge: (count) => void badges.push(count),
    arrived: () => void log.push('arrived'),
    announced: (orderId) => void log.push(`announced ${orderId}`),
    chosen: ({ orderId }) => void log.push(`chosen ${orderId}`),
    notify: notifies ? (notify as unknown as AlertsOptions['notify']) : null,
  });
  return { alerts: made, log, rung, badges, emit: (name: string) => listeners.get(name)?.() };
}
const order = (orderId: string) => ({ orderId, outletId: 'o', title: orderId, body: '' });
const rings = (...orderIds: string[]) => orderIds.map((orderId) => ({ orderId, expiresInMs: null }));

describe('the ring (D34)', () => {
  it('counts what waits on the icon, and forgets an order that has expired though no page says so', () => {
    const { alerts: till, rung, badges } = started();
    till.ringFor([...rings('a'), { orderId: 'b', expiresInMs: RING_EVERY_MS + 1 }]);
    vi.advanceTimersByTime(2 * RING_EVERY_MS);
    expect(rung).toEqual(['a,b', 'a,b', 'a']);
    till.ringFor([]);
    expect(badges).toEqual([2, 1, 0]);
  });

  it('flashes with each ring while somebody looks elsewhere, and not otherwise', () => {
    const away = started({ focused: false });
    away.alerts.ringFor(rings('a'));
    vi.advanceTimersByTime(RING_EVERY_MS);
    away.alerts.ringFor([]);
    expect(away.log).toEqual(['flash true', 'flash true', 'flash false']);
    const here = started();
    here.alerts.ringFor(rings('a'));
    expect(here.log).toEqual([]);
  });
});

describe('the notification (E30)', () => {
  it('is shown once an order, leads to it, and goes when the order needs nobody any more', () => {
    const { alerts: till, log, emit } = started();
    till.ringFor(rings('a', 'b'));
    for (let time = 0; time < 5; time += 1) till.announce(order('a'));
    till.announce(order('b'));
    emit('a show');
    emit('a click');
    till.ringFor(rings('b'));
    till.ringFor(rings('b'));
    expect(log).toEqual(['arrived', 'show a', 'arrived', 'show b', 'announced a', 'chosen a', 'close a']);
  });

  it('may be missing', () => {
    const { alerts: till, log } = started({ notifies: false });
    till.announce(order('a'));
    till.ringFor(rings('b'));
    expect(log).toEqual(['arrived']);
  });
});
