import type { IpcCommand, IpcEvent, TillBridge } from './ipc.ts';

/** The names of the contract (ipc.ts). */
export type HostNames = {
  commands: readonly string[];
  tells: readonly string[];
  events: readonly string[];
  before: Readonly<Record<string, unknown>>;
};

/** Carries calls to the main process and its messages back; `on` returns the function that ends the subscription. */
type Wire = {
  invoke: (channel: string, payload: unknown) => Promise<unknown>;
  on: (channel: string, listener: (data: unknown) => void) => () => void;
};

/** The one IPC channel of a command or event. */
export const channelOf = (name: IpcCommand | IpcEvent): string => `till:${name}`;

/** `onRing` of `ring`. */
export const subscriptionOf = (event: string): string =>
  `on${event.charAt(0).toUpperCase()}${event.slice(1)}`;

/** The contract as functions, each on its own channel. */
export function bridgeOf({ commands, tells, events, before }: HostNames, { invoke, on }: Wire) {
  return {
    tells,
    before,
    ...Object.fromEntries(
      commands.map((name) => [name, (payload: unknown) => invoke(channelOf(name as IpcCommand), payload)]),
    ),
    ...Object.fromEntries(
      events.map((name) => [
        subscriptionOf(name),
        (listener: (data: unknown) => void) => on(channelOf(name as IpcEvent), listener),
      ]),
    ),
  } as Omit<TillBridge, 'apiBase' | 'showsNotifications'>;
}
