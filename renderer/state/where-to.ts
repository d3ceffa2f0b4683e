import type { Account } from '#shared/api/accounts.ts';
import type { SessionState } from './session-slice.ts';

const HOME = '/business';
export const SIGN_IN = '/sign-in';

/** The screen after signing in. */
export function homeOf({ isAdmin }: Pick<Account, 'isAdmin'>): string {
  return isAdmin ? '/admin' : HOME;
}

export type PageKind = 'guarded' | 'admin' | 'review' | 'signed-out';

/** The redirect for a person who opened a page of a kind; null if they may stay. */
export function whereTo(session: SessionState, page: PageKind): string | null {
  if (session.status === 'signed-out')
    return page === 'signed-out' ? null : session.ended?.outletId ? SIGN_IN : '/';
  if (session.status === 'restoring') return null;
  const verified = session.account.accountStatus.value === 'verified';
  if (page === 'admin') return session.account.isAdmin ? null : HOME;
  if (page === 'guarded') return verified ? null : '/account-review';
  if (page === 'review') return verified ? HOME : null;
  return verified ? homeOf(session.account) : '/account-review';
}
