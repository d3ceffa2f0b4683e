import { argon2Sync, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';
import { password, type Seller } from '../../testing/server.ts';
import { adminAccounts } from './admin-accounts.ts';
import { hashPassword } from './passwords.ts';

setUpServer();

const newPassword = 'another password for tests';
let owner: Seller;
beforeEach(async () => {
  owner = await server.seller();
});

const signIn = (secret: string) =>
  server.send('POST', '/sellers/sign-in', { email: owner.email, password: secret });

async function changePassword(): Promise<void> {
  const accounts = adminAccounts(server.database);
  const account = await accounts.find(owner.email);
  if (account) await accounts.changePassword(account, newPassword, server.clock.now());
}

/** Stores the password as a server did whose hashes were weaker. */
async function storeWeakHash(): Promise<void> {
  const nonce = randomBytes(16);
  const weak = { message: password, nonce, memory: 8_192, passes: 1, parallelism: 1, tagLength: 32 };
  const [salt, tag] = [nonce, argon2Sync('argon2id', weak)].map((bytes) =>
    bytes.toString('base64').replace(/=+$/, ''),
  );
  await server.database.kysely
    .updateTable('accounts')
    .set({ password_hash: `$argon2id$v=19$m=8192,t=1,p=1$${salt}$${tag}` })
    .where('id', '=', owner.id)
    .execute();
}

/** Does something once the next password has been checked and is counted, before anything follows from it. */
function afterTheCheck(work: () => Promise<unknown>): void {
  const { database } = server;
  const run = database.run.bind(database);
  const spied = vi.spyOn(database, 'run').mockImplementation(async (...asked) => {
    const [{ name }] = asked;
    if (name === 'limits_add') {
      spied.mockRestore();
      await work();
    }
    return run(...asked);
  });
}
afterEach(() => vi.restoreAllMocks());

describe('a sign-in with the old password that is under way when the password changes (D14)', () => {
  it.each([
    ['', async () => {}],
    [', also where its hash is to be replaced by a stronger one', storeWeakHash],
  ])('is refused%s, and the new password is good', async (_, prepare) => {
    await prepare();
    afterTheCheck(changePassword);
    expect(await signIn(password)).toMatchObject({
      status: 401,
      body: { error: { code: 'INVALID_CREDENTIALS' } },
    });
    expect((await signIn(newPassword)).status).toBe(200);
    expect((await signIn(password)).status).toBe(401);
  });
});

it('a sign-in whose hash another one replaces by a stronger one at that moment is good', async () => {
  await storeWeakHash();
  afterTheCheck(async () => {
    await server.database.kysely
      .updateTable('accounts')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', owner.id)
      .execute();
  });
  expect((await signIn(password)).status).toBe(200);
});
