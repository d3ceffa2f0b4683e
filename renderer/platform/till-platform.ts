import { subscriptionOf } from '#shared/host/bridge.ts';
import type { ipc, TillBridge } from '#shared/host/ipc.ts';
import type { Platform } from '#shared/host/platform.ts';
import type { StatesOf, TellsOf, Unsubscribe } from '#shared/host/port.ts';
import { cachedCopy } from './cached-copy.ts';
import { cachedPrinting } from './cached-printing.ts';

/** What every till can; notifications depend on the system. */
export const tillCan = {
  changeApiBase: true,
  alertInBackground: true,
  opensOnOutlet: true,
  arrangeWindow: true,
  updateItself: true,
  exportLogs: true,
  printSilently: true,
  openPages: false,
};

/** The till as a host: its state is in the main process, and what screens call is the bridge to it. */
export function tillPlatform(till: TillBridge): Platform {
  return {
    ...till,
    ...derivedFrom(till),
    ...cachedPrinting(till),
    can: { ...tillCan, showNotifications: till.showsNotifications },
    apiBase: () => till.apiBase,
  };
}

type Bridged = Record<string, (argument?: unknown) => Promise<unknown>>;
type Subscriptions = Record<string, (listener: (value: unknown) => void) => Unsubscribe>;

/** What screens have in another form than the bridge has it: a tell gives nothing back, and of each state there is a copy. */
function derivedFrom(till: TillBridge) {
  const bridged = till as unknown as Bridged;
  const subscriptions = till as unknown as Subscriptions;
  const tells = till.tells.map((name) => [name, (payload: unknown) => void bridged[name]?.(payload)]);
  const copies = Object.entries(till.before).flatMap(([name, before]) => {
    const onChanged = subscriptionOf(`${name}Changed`);
    const copy = cachedCopy(before, bridged[name]?.(), subscriptions[onChanged]);
    return [
      [name, copy.now],
      [onChanged, copy.onChanged],
    ];
  });
  return Object.fromEntries([...tells, ...copies]) as TellsOf<typeof ipc> & StatesOf<typeof ipc>;
}
