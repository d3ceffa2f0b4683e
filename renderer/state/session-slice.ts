import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Account } from '#shared/api/accounts.ts';
import type { SignInKept } from '#shared/host/session.ts';

/** A session that the server ended, with the outlet whose orders this screen should hear; null if there was none. */
export type EndedSession = { outletId: string | null; outletName: string; /** ISO 8601. */ since: string };

/** The signed-in account. Tokens are not here: the client holds the one that it needs. */
export type SessionState =
  | { status: 'restoring' }
  | { status: 'signed-out'; ended: EndedSession | null }
  | { status: 'signed-in'; account: Account; kept: SignInKept };

export const sessionSlice = createSlice({
  name: 'session',
  initialState: (): SessionState => ({ status: 'restoring' }),
  reducers: {
    signedIn: (_state, { payload }: PayloadAction<{ account: Account; kept: SignInKept }>): SessionState => ({
      status: 'signed-in',
      ...payload,
    }),
    accountRead: (state, { payload }: PayloadAction<Account>): SessionState =>
      state.status === 'signed-in' ? { ...state, account: payload } : state,
    /** With what the server ended, unless a person signed out. */
    signedOut: (_state, { payload }: PayloadAction<EndedSession | undefined>): SessionState => ({
      status: 'signed-out',
      ended: payload ?? null,
    }),
  },
});

export const { signedIn, signedOut, accountRead } = sessionSlice.actions;
