import { subscriptionOf } from '#shared/host/bridge.ts';
import { ipc } from '#shared/host/ipc.ts';
import type { Platform } from '#shared/host/platform.ts';
import type { Port } from '#shared/host/port.ts';
import type { Printing } from '#shared/host/printing.ts';
import { noPrintSettings } from '#shared/print/print-settings.ts';
import { tillCan } from '../../../renderer/platform/till-platform.ts';

const nothing = () => undefined;
const noSubscription = () => nothing;

/** A till's host that has printers, accepts every request and does nothing; a test replaces methods with `changes`. */
export function fakePlatform(changes: Partial<Platform> = {}): Platform {
  const printing: Printing = { settings: noPrintSettings, printers: [], jobs: new Map() };
  return {
    ...(Object.fromEntries(Object.entries<Port[string]>(ipc).flatMap(doNothing)) as Omit<Platform, 'can'>),
    can: { ...tillCan, showNotifications: true },
    apiBase: () => '/api',
    restoreSession: () => null,
    askToNotify: async () => 'allowed',
    printing: () => printing,
    onPrintingChanged: noSubscription,
    savePrintSettings: async () => ({ kind: 'saved' }),
    systemPrinters: async () => [],
    askPrinters: async () => [],
    examineComputer: async () => ({ staysAwake: true, freeBytes: 50_000_000_000 }),
    printsOnce: async () => true,
    print: async () => ({ kind: 'queued' }),
    printByItself: async () => undefined,
    ...changes,
  };
}

/** The methods of one line of the host's port. A request that has no answer above fails the test that makes it. */
function doNothing([name, line]: [string, Port[string]]): [string, unknown][] {
  const unexpected = () => Promise.reject(new Error(`The test's host has no answer to ${name}`));
  if (line.kind === 'tell') return [[name, nothing]];
  if (line.kind === 'event') return [[subscriptionOf(name), noSubscription]];
  if (line.kind === 'fixed') return [[name, () => line.before]];
  if (line.kind !== 'state') return [[name, unexpected]];
  return [
    [name, () => line.before],
    [subscriptionOf(`${name}Changed`), noSubscription],
  ];
}
