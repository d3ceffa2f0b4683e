import { expect, it } from 'vitest';
import { readAccount } from '#shared/api/read-account.ts';
import { whereTo } from './where-to.ts';
import type { SessionState } from './session-slice.ts';

const as = (value: string, isAdmin = false): SessionState => ({
  status: 'signed-in',
  kept: 'kept',
  account: readAccount({ id: 'a', isAdmin, accountStatus: { value, label: value } }),
});
const out: SessionState = { status: 'signed-out', ended: null };
const ended: SessionState = {
  status: 'signed-out',
  ended: { outletId: 'o1', outletName: 'The Old Ferry', since: '2026-05-01T09:02:00.000Z' },
};

const endedUnheard: SessionState = {
  status: 'signed-out',
  ended: { outletId: null, outletName: '', since: '2026-05-01T09:02:00.000Z' },
};

it.each([
  ['signed out', out, 'guarded', '/'],
  ['signed out', out, 'review', '/'],
  ['signed out', out, 'signed-out', null],
  ['signed out', out, 'admin', '/'],
  ['signed out by the server while an outlet trades', ended, 'guarded', '/sign-in'],
  ['signed out by the server while an outlet trades', ended, 'signed-out', null],
  ['signed out by the server where nothing was heard', endedUnheard, 'guarded', '/'],
  ['restoring', { status: 'restoring' }, 'guarded', null],
  ['verified', as('verified'), 'admin', '/business'],
  ['pending', as('pending'), 'admin', '/business'],
  ['an admin', as('verified', true), 'admin', null],
  ['an admin', as('verified', true), 'guarded', null],
  ['pending', as('pending'), 'guarded', '/account-review'],
  ['pending', as('pending'), 'review', null],
  ['pending', as('pending'), 'signed-out', '/account-review'],
  ['suspended', as('suspended'), 'guarded', '/account-review'],
  ['rejected', as('rejected'), 'guarded', '/account-review'],
  ['a status of another server', as('on-hold'), 'guarded', '/account-review'],
  ['verified', as('verified'), 'guarded', null],
  ['verified', as('verified'), 'review', '/business'],
  ['verified', as('verified'), 'signed-out', '/business'],
  ['an admin', as('verified', true), 'signed-out', '/admin'],
] as const)('%s: %s on a %s page goes to %s', (_who, session, page, goal) => {
  expect(whereTo(session, page)).toBe(goal);
});
