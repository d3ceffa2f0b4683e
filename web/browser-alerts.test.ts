import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OrderAnnouncement } from '#shared/host/alerts.ts';
import { listeners } from '../renderer/platform/listeners.ts';
import { browserAlerts } from './browser-alerts.ts';
import type { LateAlerts } from './late-alerts.ts';

const browser = { permission: 'denied' as NotificationPermission, asked: 0, now: 5_000 };

beforeEach(() => {
  Object.assign(browser, { permission: 'denied', asked: 0, now: 5_000 });
  vi.stubGlobal('document', { hidden: true });
  vi.stubGlobal('Notification', {
    get permission() {
      browser.asked += 1;
      return browser.permission;
    },
  });
  vi.spyOn(performance, 'now').mockImplementation(() => browser.now);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A tab, and the orders whose notifications it shows. */
function openTab() {
  const shown: string[] = [];
  const loaded = { announce: ({ orderId }: OrderAnnouncement) => void shown.push(orderId) };
  const alerts = browserAlerts({
    alerted: listeners(),
    chosen: listeners(),
    silentChanged: listeners(),
    now: () => null,
    load: async () => loaded,
  } as Partial<LateAlerts> as LateAlerts);
  const announce = (orderId: string) =>
    alerts.announceOrder({ orderId, outletId: 'outlet-1', title: 'New order 1', body: 'table 7' });
  return { alerts, announce, shown };
}

it('asks the browser once for many orders whether notifications are allowed, and again a second later', async () => {
  const { announce, shown } = openTab();
  for (let order = 0; order < 50; order += 1) announce(`not-allowed-${order}`);
  expect(browser.asked).toBe(1);
  browser.permission = 'granted';
  browser.now += 1_000;
  for (let order = 0; order < 50; order += 1) announce(`allowed-${order}`);
  expect(browser.asked).toBe(2);
  await expect.poll(() => shown).toHaveLength(50);
  expect(shown[0]).toBe('allowed-0');
});

it('knows at once what a person has answered', async () => {
  const { alerts, announce, shown } = openTab();
  announce('before');
  browser.permission = 'granted';
  expect(await alerts.askToNotify()).toBe('allowed');
  announce('after');
  await expect.poll(() => shown).toEqual(['after']);
});
