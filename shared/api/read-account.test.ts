import { describe, expect, it } from 'vitest';
import { readAccount, readSignIn, readTokens } from './read-account.ts';

describe('a sign-in at any server that keeps the call table (D2)', () => {
  it('takes _id, the other spellings, and a status of its own', () => {
    const account = readAccount({
      _id: 'm1',
      lineOne: '1 Quay',
      postCode: 'SE1',
      profile: { companyName: 'Ferry' },
      accountStatus: 'on-hold',
    });
    expect(account).toMatchObject({
      id: 'm1',
      addressLine1: '1 Quay',
      postcode: 'SE1',
      companyName: 'Ferry',
      accountStatus: { value: 'on-hold', label: 'on-hold' },
      isAdmin: false,
    });
  });

  it.each([
    ['in the account (D13)', { account: { id: 'a', accessToken: 'x', refreshToken: 'r' }, isAdmin: true }],
    ['beside it', { account: { id: 'a' }, accessToken: 'x', refreshToken: 'r', isAdmin: true }],
  ])('takes the tokens %s', (_where, reply) => {
    const read = readSignIn(reply);
    expect(read).toMatchObject({ account: { id: 'a', isAdmin: true }, accessToken: 'x', refreshToken: 'r' });
    expect(JSON.stringify(read?.account)).not.toContain('Token');
  });

  it.each([null, [], '', { account: { id: 'a' } }, { account: { accessToken: 'x' } }])(
    'is none in %j',
    (reply) => expect(readSignIn(reply)).toBeNull(),
  );

  it('a refresh need not rotate', () => {
    expect(readTokens({ accessToken: 'x' })).toEqual({ accessToken: 'x', refreshToken: null });
    expect(readTokens({ refreshToken: 'r' })).toBeNull();
  });
});
