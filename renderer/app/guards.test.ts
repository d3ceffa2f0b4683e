import { expect, it } from 'vitest';
import { readAccount } from '#shared/api/read-account.ts';
import { whereTo } from './guards.tsx';
import type { SessionState } from './session-slice.ts';

const as = (value: string): SessionState => ({
  status: 'signed-in',
  kept: 'kept',
  account: readAccount({ id: 'a', accountStatus: { value, label: value } }),
});
const out: SessionState = { status: 'signed-out' };

it.each([
  ['signed out', out, 'guarded', '/'],
  ['signed out', out, 'review', '/'],
  ['signed out', out, 'signed-out', null],
  ['restoring', { status: 'restoring' }, 'guarded', null],
  ['pending', as('pending'), 'guarded', '/account-review'],
  ['pending', as('pending'), 'review', null],
  ['suspended', as('suspended'), 'guarded', '/account-review'],
  ['verified', as('verified'), 'guarded', null],
  ['verified', as('verified'), 'review', '/business'],
  ['verified', as('verified'), 'signed-out', '/business'],
] as const)('%s: %s on a %s page goes to %s', (_who, session, page, goal) => {
  expect(whereTo(session, page)).toBe(goal);
});
