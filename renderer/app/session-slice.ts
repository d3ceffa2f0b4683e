import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Account } from '#shared/api/accounts.ts';
import type { SignInKept } from '#shared/platform.ts';

/** Who is signed in. Tokens are not here: the client holds the one it needs. */
export type SessionState =
  | { status: 'restoring' }
  | { status: 'signed-out' }
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
    signedOut: (): SessionState => ({ status: 'signed-out' }),
  },
});

export const { signedIn, signedOut, accountRead } = sessionSlice.actions;
