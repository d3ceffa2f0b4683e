import type { HandlersOf } from '#shared/host/port.ts';
import type { RememberedOutlet, Session, sessionPort } from '#shared/host/session.ts';
import type { ServerSession } from './server-session.ts';

type SessionHandlersOptions = Pick<ServerSession, 'vault'> & {
  /** The outlet that was watched last, from the disk. */
  remembered: () => RememberedOutlet | null;
  remember: (outlet: RememberedOutlet | null) => void;
  /** Called when it is known whether somebody is signed in whose screens watch an outlet. */
  signedIn: (sellsHere: boolean) => void;
  /** Called when the person signs out. */
  left: () => void;
};

export function sessionHandlers({ vault, remembered, remember, signedIn, left }: SessionHandlersOptions) {
  return {
    async restoreSession() {
      const restored = await vault.restore();
      signedIn(sellsHere(restored));
      return restored;
    },
    async signIn(credentials) {
      const outcome = await vault.signIn(credentials);
      if (outcome.kind === 'signed-in') signedIn(sellsHere(outcome.session));
      return outcome;
    },
    refreshSession: vault.refresh,
    keepAccount: vault.keepAccount,
    signOut() {
      left();
      // It belongs to that person, and another account may not have it.
      remember(null);
      return vault.signOut();
    },
    signInKept: vault.kept,
    rememberOutlet: remember,
    rememberedOutlet: remembered,
  } satisfies HandlersOf<typeof sessionPort>;
}

/** Whether the screens of this session watch an outlet; those of an admin and of a seller under review do not. */
const sellsHere = (session: Session | null) =>
  session !== null && !session.account.isAdmin && session.account.accountStatus.value === 'verified';
