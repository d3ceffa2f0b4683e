// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { readAccount } from '#shared/api/read-account.ts';
import { fakePlatform } from '../../tests/support/components/fake-platform.ts';
import { Client } from '../api/client.ts';
import { readAccountAgain } from './session.ts';
import { signedIn, signedOut } from './session-slice.ts';
import { makeStore } from './store.ts';

afterEach(() => vi.restoreAllMocks());

const signedInAs = (id: string) =>
  signedIn({ account: readAccount({ id, companyName: `${id}’s` }), kept: 'kept' });

/** A screen of account `a` that has asked for its account and not been answered yet. */
function asking() {
  const kept: string[] = [];
  let answer: () => void = () => undefined;
  vi.spyOn(Client.prototype, 'call').mockReturnValue(
    new Promise((give) => {
      answer = () => give({ said: { companyName: 'New name' } } as never);
    }),
  );
  const { store, services } = makeStore(
    fakePlatform({
      onSignedOut: () => () => undefined,
      keepAccount: ({ id, companyName }) => void kept.push(`${id}: ${companyName}`),
    }),
  );
  store.dispatch(signedInAs('a'));
  const read = readAccountAgain(store.dispatch, services);
  const answered = () => {
    answer();
    return read;
  };
  return { store, kept, answered };
}

it('an account that is read again is shown and kept', async () => {
  const { store, kept, answered } = asking();
  await answered();
  expect(store.getState().session).toMatchObject({ account: { id: 'a', companyName: 'New name' } });
  expect(kept).toEqual(['a: New name']);
});

it('one whose answer comes once somebody else has signed in is neither (A13)', async () => {
  const { store, kept, answered } = asking();
  store.dispatch(signedOut());
  store.dispatch(signedInAs('b'));
  await answered();
  expect(store.getState().session).toMatchObject({ account: { id: 'b', companyName: 'b’s' } });
  expect(kept).toEqual([]);
});
