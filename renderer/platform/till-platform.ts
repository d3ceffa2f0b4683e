import type { TillBridge } from '#shared/ipc.ts';
import type { Platform } from '#shared/platform.ts';
import { strikeBell } from '../ui/bell-sound.ts';
import { listeners } from './listeners.ts';

/** The till as a host: everything lives in the main process, reached over the bridge. */
export function tillPlatform(till: TillBridge): Platform {
  const alerted = listeners<readonly string[]>();
  let ringing: readonly string[] = [];
  till.onRing(() => {
    const rung = ringing;
    void strikeBell().then((sounded) => sounded && alerted.tell(rung));
  });
  till.onOrderAnnounced(({ orderId }) => alerted.tell([orderId]));
  return {
    can: { changeApiBase: true, alertInBackground: true, opensOnOutlet: true },
    apiBase: () => till.apiBase,
    saveApiBase: (apiBase) => till.saveApiBase({ apiBase }),
    restoreSession: () => till.restoreSession(undefined),
    signIn: (credentials) => till.signIn(credentials),
    refreshSession: (staleAccessToken) => till.refreshSession({ staleAccessToken }),
    keepAccount: (account) => void till.keepAccount({ account }),
    signOut: () => till.signOut(undefined),
    signInKept: () => till.signInKept(undefined),
    // There is one page; it learns of the end of its session from its own calls.
    onSignedOut: () => () => undefined,
    setRinging(orderIds) {
      ringing = [...orderIds];
      void till.setRinging({ orderIds: [...orderIds] });
    },
    announceOrder: (order) => void till.announceOrder(order),
    onAlerted: alerted.add,
    onOrderChosen: (listener) => till.onOrderChosen(listener),
    rememberOutlet: (outletId) => void till.rememberOutlet({ outletId }),
    rememberedOutlet: () => till.rememberedOutlet(undefined),
    openExternal: (url) => void till.openExternal({ url }),
  };
}
