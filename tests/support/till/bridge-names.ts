import { subscriptionOf } from '#shared/host/bridge.ts';
import { hostNames } from '#shared/host/ipc.ts';

const { commands, events } = hostNames;

/** All that a till's page finds on `window.till`, sorted. */
export const bridgeNames = [
  'apiBase',
  'showsNotifications',
  'tells',
  'before',
  ...commands,
  ...events.map(subscriptionOf),
].toSorted();
