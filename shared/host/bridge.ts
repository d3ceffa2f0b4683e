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

/**
 * The reply to a command that was called too often; the bridge rejects the call. A handler that throws makes Electron
 * write a stack trace to the console: ten thousand of them would block the main process for seconds.
 */
export const CALLED_TOO_OFTEN = 'till:called-too-often';

/** The one IPC channel of a command or event. */
export const channelOf = (name: IpcCommand | IpcEvent): string => `till:${name}`;

/** `onRing` of `ring`. */
export const subscriptionOf = (event: string): string =>
  `on${event.charAt(0).toUpperCase()}${event.slice(1)}`;

/** The contract as functions, each on its own channel. */
export function bridgeOf({ commands, tells, events, before }: HostNames, { invoke, on }: Wire) {
  const call = async (name: IpcCommand, payload: unknown) => {
    const reply = await invoke(channelOf(name), payload);
    if (reply === CALLED_TOO_OFTEN) throw new Error('Called too often');
    return reply;
  };
  return {
    tells,
    before,
    ...Object.fromEntries(
      commands.map((name) => [name, (payload: unknown) => call(name as IpcCommand, payload)]),
    ),
    ...Object.fromEntries(
      events.map((name) => [
        subscriptionOf(name),
        (listener: (data: unknown) => void) => on(channelOf(name as IpcEvent), listener),
      ]),
    ),
  } as Omit<TillBridge, 'apiBase' | 'showsNotifications'>;
}
