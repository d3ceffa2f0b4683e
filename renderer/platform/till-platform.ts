import type { TillBridge } from '#shared/ipc.ts';
import type { Platform } from '#shared/platform.ts';
import { strikeBell } from '../ui/bell-sound.ts';

/** The till as a host: everything lives in the main process, reached over the bridge. */
export function tillPlatform(till: TillBridge): Platform {
  till.onRing(() => void strikeBell());
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
    setRinging: (orderIds) => void till.setRinging({ orderIds: [...orderIds] }),
    announceOrder: (order) => void till.announceOrder(order),
    onOrderChosen: (listener) => till.onOrderChosen(listener),
    rememberOutlet: (outletId) => void till.rememberOutlet({ outletId }),
    rememberedOutlet: () => till.rememberedOutlet(undefined),
    openExternal: (url) => void till.openExternal({ url }),
  };
}
