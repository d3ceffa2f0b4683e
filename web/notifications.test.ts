import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listeners } from '../renderer/platform/listeners.ts';
import { askPermission } from './notification-permission.ts';
import { notifications } from './notifications.ts';

const browser = { permission: 'denied' as NotificationPermission, asked: 0, now: 0 };
const shown: string[] = [];

beforeEach(() => {
  Object.assign(browser, { permission: 'denied', asked: 0, now: browser.now + 10_000 });
  shown.length = 0;
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
        shown.push(tag);
      }
    },
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function openTab() {
  const announce = notifications({ alerted: listeners(), chosen: listeners() });
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
