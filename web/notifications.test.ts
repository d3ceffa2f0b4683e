import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listeners } from '../renderer/platform/listeners.ts';
import { askPermission } from './notification-permission.ts';
import { notifications } from './notifications.ts';

const browser = {
  permission: 'denied' as NotificationPermission,
  asked: 0,
  now: 0,
  /** A phone's browser shows notifications only through a service worker, if it has one. */
  isPhone: false,
  hasWorker: true,
};
const shown: string[] = [];
const byWorker: object[] = [];
const registration = {
  showNotification: async (title: string, options: object) => void byWorker.push({ title, ...options }),
};

beforeEach(() => {
  Object.assign(browser, { permission: 'denied', asked: 0, now: browser.now + 10_000 });
  Object.assign(browser, { isPhone: false, hasWorker: true });
  shown.length = 0;
  byWorker.length = 0;
  const getRegistration = async () => (browser.hasWorker ? registration : undefined);
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration } });
  vi.spyOn(performance, 'now').mockImplementation(() => browser.now);
  vi.stubGlobal(
    'Notification',
    class extends EventTarget {
      static get permission() {
        browser.asked += 1;
        return browser.permission;
      }
      constructor(_title: string, { tag }: { tag: string }) {
        super();
        if (browser.isPhone) throw new TypeError('Illegal constructor.');
        shown.push(tag);
      }
    },
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function openTab(alerted = listeners<readonly string[]>()) {
  const announce = notifications({ alerted, chosen: listeners() });
  return (orderId: string) =>
    announce({ orderId, outletId: 'outlet-1', title: 'New order 1', body: 'table 7' });
}

it('of many orders only the first asks the browser whether notifications are allowed, until a second later', () => {
  const announce = openTab();
  for (let order = 0; order < 50; order += 1) announce(`not-allowed-${order}`);
  expect(browser.asked).toBe(1);
  browser.permission = 'granted';
  browser.now += 1_000;
  for (let order = 0; order < 50; order += 1) announce(`allowed-${order}`);
  expect(browser.asked).toBe(2);
  expect(shown).toHaveLength(50);
  expect(shown[0]).toBe('allowed-0');
});

it('what a person has answered holds at once', async () => {
  const announce = openTab();
  announce('before');
  browser.permission = 'granted';
  expect(await askPermission()).toBe('allowed');
  announce('after');
  announce('after');
  expect(shown).toEqual(['after']);
});

it('on a phone an order is announced once, by the service worker, which opens its board (D33)', async () => {
  Object.assign(browser, { permission: 'granted', isPhone: true, hasWorker: false });
  const alerted = listeners<readonly string[]>();
  const announced: string[] = [];
  alerted.add((orderIds) => announced.push(...orderIds));
  const announce = openTab(alerted);
  announce('order-1');
  expect(await askPermission(), 'while nothing can show them').not.toBe('allowed');
  expect(announced).toEqual([]);
  browser.hasWorker = true;
  expect(await askPermission()).toBe('allowed');
  announce('order-1');
  announce('order-1');
  await vi.waitFor(() => expect(announced).toEqual(['order-1']));
  announce('order-1');
  const data = '/outlets/outlet-1/trading-session?order=order-1';
  expect(byWorker).toEqual([{ title: 'New order 1', body: 'table 7', tag: 'order-1', data }]);
});
