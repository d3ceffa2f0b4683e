import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { MOST_RINGING } from '#shared/host/alerts.ts';
import { bridgeOf, channelOf } from '#shared/host/bridge.ts';
import {
  hostNames,
  type Handlers,
  type IpcEvent,
  type IpcEventData,
  type TillBridge,
} from '#shared/host/ipc.ts';
import type { RememberedOutlet } from '#shared/host/session.ts';
import { defaultPreferences } from '#shared/host/preferences.ts';
import { kitchenTicket } from '#shared/print/order-documents.ts';
import { noPrintSettings } from '#shared/print/print-settings.ts';
import { readEscPos } from '../../tests/support/printing/escpos.ts';
import { samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { readApiBase } from '../../main/security/api-address.ts';
import { handleCommands } from '../../main/security/ipc-guard.ts';
import { printingHandlers } from '../../main/printing/printing-handlers.ts';
import { sessionHandlers } from '../../main/session/session-handlers.ts';
import { sessionVault } from '../../main/session/session-vault.ts';
import { fakeServer, type FakeServer } from './fake-server.ts';
import { platformContract } from './platform-contract.ts';
import { tillPlatform } from './till-platform.ts';

const folders: string[] = [];
afterEach(async () => {
  // A print's result is reported before it is on the disk, so a write may still be under way.
  for (const folder of folders.splice(0))
    await vi.waitFor(() => rmSync(folder, { recursive: true, force: true }));
});

type Listener = (event: never, payload: unknown) => Promise<unknown>;
/** The bridge over the main process's own guard, vault and printing, without Electron. */
function bridgeTo(server: Pick<FakeServer, 'fetch'>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'servery-bridge-'));
  folders.push(folder);
  const apiBase = 'https://orders.example/api';
  const asked: [string, unknown][] = [];
  const noted = Object.fromEntries(
    hostNames.commands.map((name) => [name, (payload: unknown) => void asked.push([name, payload])]),
  ) as unknown as Handlers;
  let outlet: RememberedOutlet | null = null;
  let preferences = defaultPreferences;
  const vault = sessionVault({
    file: path.join(folder, 'session'),
    cipher: async () => null,
    apiBase: () => apiBase,
    fetch: server.fetch,
    report: () => undefined,
    ended: () => undefined,
  });
  const printing = printingHandlers({
    folder,
    draw: async () => null,
    printPage: null,
    printerNames: async () => [],
    confirmPrinter: async () => null,
    claims: { ask: async () => ({ kind: 'none' }), areKept: async () => null },
    accountId: vault.accountId,
    report: () => undefined,
    changed: (now) => send('printersChanged', now),
    jobChanged: (job) => send('printJobChanged', job),
    jobsRead: (jobs) => send('printJobsRead', jobs),
  });
  const change: Handlers['changePreferences'] = (next) =>
    send('preferencesChanged', (preferences = { ...preferences, ...next }));
  const channels = new Map<string, Listener>();
  handleCommands(
    { handle: (channel, listener) => void channels.set(channel, listener as Listener) },
    {
      ...noted,
      ...sessionHandlers({
        vault,
        remembered: () => outlet,
        remember: (told) => void (outlet = told),
        signedIn: () => void printing.showJobs(),
        left: () => undefined,
      }),
      askToNotify: () => 'allowed',
      saveApiBase(typed) {
        const read = readApiBase(typed);
        return 'wrong' in read ? { kind: 'refused', message: read.wrong } : { kind: 'saved' };
      },
      preferences: () => preferences,
      changePreferences: change,
      unmute: () => change({ volumePercent: defaultPreferences.volumePercent }),
      silent: () => null,
      usualScreenName: () => 'Till on BAR-PC',
      exportLogs: () => ({ kind: 'failed', message: 'The disk is full.' }),
      about: () => ({ version: '1.0.0', system: 'A computer' }),
      licences: () => 'MIT',
      update: () => ({ kind: 'ready', version: '2.0.0' }),
      installUpdate: () => 'orders-open',
      ...printing.handlers,
    },
    () => undefined,
  );

  const event = { senderFrame: { url: 'app://till/', parent: null } } as never;
  const listeners = new Map<string, Set<(data: unknown) => void>>();
  const bridge: TillBridge = {
    apiBase,
    showsNotifications: true,
    ...bridgeOf(hostNames, {
      // The main process gets a copy, as with Electron.
      invoke: async (channel, payload) => channels.get(channel)?.(event, structuredClone(payload)),
      on(channel, listener) {
        const heard = listeners.get(channel) ?? new Set();
        listeners.set(channel, heard.add(listener));
        return () => void heard.delete(listener);
      },
    }),
  };
  function send<E extends IpcEvent>(name: E, data: IpcEventData<E>): void {
    listeners.get(channelOf(name))?.forEach((listener) => listener(data));
  }
  return { bridge, asked, send, folder };
}

platformContract('the till', (server) => tillPlatform(bridgeTo(server).bridge));

it('rings where more orders wait than the till rings for at once', async () => {
  const { bridge, asked } = bridgeTo({ fetch });
  const orders = Array.from({ length: MOST_RINGING + 1 }, (_, index) => ({
    orderId: `order-${index}`,
    expiresInMs: null,
  }));
  tillPlatform(bridge).setRinging(orders);
  await expect.poll(() => asked).toEqual([['setRinging', orders.slice(0, MOST_RINGING)]]);
});

it('hands the ring, the announcement and an address on to the main process, each as its contract has it', async () => {
  const { bridge, asked } = bridgeTo({ fetch });
  const platform = tillPlatform(bridge);
  const announced = { orderId: 'o1', outletId: 'outlet-1', title: 'New order 1', body: 'table 7' };
  const watch = {
    outletId: 'outlet-1',
    outletName: 'The Old Ferry',
    trading: true,
    openOrders: 2,
    deaf: null,
  };
  const ringing = Object.freeze([
    { orderId: 'o1', expiresInMs: 600_000 },
    { orderId: 'o2', expiresInMs: null },
  ]);
  platform.setRinging(ringing);
  platform.announceOrder(announced);
  platform.openExternal('mailto:support@servery.example');
  platform.setWatch(watch);
  platform.setWatch(null);
  await expect
    .poll(() => asked)
    .toEqual([
      ['setRinging', ringing],
      ['announceOrder', announced],
      ['openExternal', 'mailto:support@servery.example'],
      ['setWatch', watch],
      ['setWatch', null],
    ]);
});

it('waits for nothing that it tells, and gives nothing back that a caller could take for an end', () => {
  const { bridge } = bridgeTo({ fetch });
  const platform = tillPlatform(bridge);
  expect([platform.setWatch(null), platform.dismissFault(), platform.checkForUpdate()]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('a listener gets the data, and nothing after its subscription has ended (E20)', () => {
  const { bridge, send } = bridgeTo({ fetch });
  const chosen: unknown[] = [];
  const end = tillPlatform(bridge).onOrderChosen((order) => chosen.push(order));
  send('orderChosen', { orderId: 'o1', outletId: 'outlet-1' });
  end();
  send('orderChosen', { orderId: 'o2', outletId: 'outlet-1' });
  expect(chosen).toEqual([{ orderId: 'o1', outletId: 'outlet-1' }]);
});

it('an order was alerted once its notification is shown or the bell sounded for it (D33)', () => {
  const { bridge, send } = bridgeTo({ fetch });
  const alerted: (readonly string[])[] = [];
  tillPlatform(bridge).onAlerted((orderIds) => alerted.push(orderIds));
  send('alerted', ['o1', 'o2']);
  expect(alerted).toEqual([['o1', 'o2']]);
});

it('has what the main process holds, and hears of each change', async () => {
  const { bridge, send } = bridgeTo({ fetch });
  const platform = tillPlatform(bridge);
  await expect.poll(() => platform.update()).toEqual({ kind: 'ready', version: '2.0.0' });
  let heard = 0;
  const end = platform.onUpdateChanged(() => (heard += 1));
  send('updateChanged', { kind: 'newest' });
  end();
  send('updateChanged', { kind: 'checking' });
  expect(heard).toBe(1);
  expect(platform.update()).toEqual({ kind: 'checking' });
});

it('what was told while it was asked for is newer than the answer', async () => {
  const { bridge, send } = bridgeTo({ fetch });
  const platform = tillPlatform(bridge);
  send('updateChanged', { kind: 'newest' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(platform.update()).toEqual({ kind: 'newest' });
});

it('prints on a file by itself once, and shows its seller alone how far it is (T8, T16)', async () => {
  const { bridge, folder } = bridgeTo(fakeServer());
  const platform = tillPlatform(bridge);
  await platform.signIn({ email: 'seller@servery.test', password: 'right' });
  const printer = samplePrinter(0, { target: { kind: 'file', path: 'tickets.bin' } });
  expect(await platform.savePrintSettings({ ...noPrintSettings, printers: [printer] })).toEqual({
    kind: 'saved',
  });
  const due = {
    subject: 'o1',
    label: 'Order 1',
    document: kitchenTicket(sampleOrder()),
    at: new Date().toISOString(),
    ageMs: 0,
  };
  for (let again = 0; again < 3; again += 1) await platform.printByItself({ ...due, moment: 'arrival' });
  await expect
    .poll(() =>
      platform
        .printing()
        .jobs.get('o1')
        ?.map(({ state }) => state),
    )
    .toEqual(['sent']);
  await expect.poll(() => platform.printing().printers).toEqual([{ printerId: 'kitchen', problem: null }]);
  expect(readEscPos(readFileSync(path.join(folder, 'printed/tickets.bin'))).cuts).toBe(1);
  // A reloaded page of the same till knows what this one knew.
  const reloaded = tillPlatform(bridge);
  await expect.poll(() => reloaded.printing().jobs.get('o1')?.length).toBe(1);
  await platform.signIn({ email: 'other@servery.test', password: 'right' });
  await expect.poll(() => platform.printing().jobs.size).toBe(0);
  await platform.signIn({ email: 'seller@servery.test', password: 'right' });
  await expect.poll(() => platform.printing().jobs.get('o1')?.length).toBe(1);
});
