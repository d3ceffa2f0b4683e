import { expect, it } from 'vitest';
import { onPostgres } from '../../testing/database.ts';
import { testServer, type Seller } from '../../testing/server.ts';
import { setUpStripe, stripe } from '../../../tests/support/shop/set-up-cards.ts';
import { server } from '../../../tests/support/shop/set-up.ts';

setUpStripe();

/**
 * A seller's browser comes back from Stripe, and its page finishes with the seller's session if there is something to
 * finish; returns the result that the page shows.
 */
const comeBack = async (seller: Seller, query: Record<string, string>) => {
  const reply = await server.app.server.inject({
    url: `/api/stripe/get-token?${new URLSearchParams(query).toString()}`,
  });
  expect(reply.statusCode).toBe(303);
  const way = new URL(String(reply.headers.location), 'http://page');
  expect(way.pathname).toBe('/payouts');
  if (way.hash === '') return way.search;
  expect(way.search).toBe('?stripe=returned');
  const { status, body } = await finish(seller, Object.fromEntries(new URLSearchParams(way.hash.slice(1))));
  return status === 200 ? 'connected' : body.error.code;
};
const finish = (seller: Seller, body: object) =>
  server.sendFor(seller.id)('POST', '/sellers/stripe-account', body);
const profile = async (seller: Seller) => (await server.sendFor(seller.id)('GET', '/sellers/profile')).body;
const stateOf = async (seller: Seller): Promise<string> => (await profile(seller)).stripeConnectState;
const codeFor = (account: string) => {
  const code = `ac_${account}`;
  stripe.codes.set(code, account);
  return code;
};
const exchanges = () => stripe.requests.filter(({ path }) => path === '/oauth/token').length;

it('a seller comes back from Stripe with a code and has their account connected (D39)', async () => {
  const seller = await server.seller();
  expect(await profile(seller)).toMatchObject({
    stripeConnectId: null,
    stripeClientId: stripe.clientId,
    stripeConnectState: expect.stringContaining(seller.id),
  });
  const query = { code: codeFor('acct_mine'), state: await stateOf(seller), scope: 'read_write' };
  expect(await comeBack(seller, query)).toBe('connected');
  expect(await profile(seller)).toMatchObject({
    stripeConnectId: 'acct_mine',
    account: { stripeConnectId: 'acct_mine' },
  });
});

it('a victim’s plain id, or a state with their id put into it, ties nothing to their account (P10)', async () => {
  const victim = await server.seller();
  const attacker = await server.seller();
  const own = await stateOf(attacker);
  const asked = exchanges();
  for (const state of [
    victim.id,
    own.replace(attacker.id, victim.id),
    `${victim.id}...`,
    '',
    own.slice(0, -1),
  ]) {
    expect(await comeBack(victim, { code: codeFor('acct_attacker'), state })).toBe('?stripe=stale');
    expect((await finish(victim, { code: codeFor('acct_attacker'), state })).status).toBe(409);
  }
  expect((await profile(victim)).stripeConnectId).toBeNull();
  expect(exchanges()).toBe(asked);
});

it('the same way back again is refused, with a new code too, ten times at once (P10)', async () => {
  const seller = await server.seller();
  const state = await stateOf(seller);
  const asked = exchanges();
  const results = await Promise.all(
    Array.from({ length: 10 }, (_, n) => comeBack(seller, { code: codeFor(`acct_${n}`), state })),
  );
  expect(results.filter((result) => result === 'connected')).toHaveLength(1);
  const { stripeConnectId } = await profile(seller);
  expect(await comeBack(seller, { code: codeFor('acct_later'), state })).toBe('CONNECT_STALE');
  expect((await profile(seller)).stripeConnectId).toBe(stripeConnectId);
  expect(exchanges()).toBe(asked + 1);
});

it('a state is over after an hour (P10)', async () => {
  const seller = await server.seller();
  const state = await stateOf(seller);
  server.clock.advance(60 * 60_000);
  expect(await comeBack(seller, { code: codeFor('acct_slow'), state })).toBe('?stripe=stale');
  expect((await profile(seller)).stripeConnectId).toBeNull();
});

it('a seller who says no comes back to a page that knows it (P10)', async () => {
  const seller = await server.seller();
  const query = {
    error: 'access_denied',
    error_description: 'The user denied it',
    state: await stateOf(seller),
  };
  expect(await comeBack(seller, query)).toBe('?stripe=denied');
  expect(await profile(seller)).toMatchObject({ stripeConnectId: null });
});

it('what Stripe objects to is shown, and a connected account stays (P11)', async () => {
  const seller = await server.seller();
  await comeBack(seller, { code: codeFor('acct_first'), state: await stateOf(seller) });
  expect(await comeBack(seller, { code: 'ac_of-nobody', state: await stateOf(seller) })).toBe(
    'CONNECT_FAILED',
  );
  expect(await profile(seller)).toMatchObject({
    stripeConnectId: 'acct_first',
    stripeConnectError: 'Authorization code does not exist: it was used already.',
  });
  await comeBack(seller, { code: codeFor('acct_second'), state: await stateOf(seller) });
  const connected = await profile(seller);
  expect(connected.stripeConnectId).toBe('acct_second');
  expect(connected).not.toHaveProperty('stripeConnectError');
});

it('an account that another seller has connected is refused, and theirs once that seller has let go of it (D39)', async () => {
  const [first, second] = [await server.seller(), await server.seller()];
  const connect = async (seller: Seller, account: string) =>
    comeBack(seller, { code: codeFor(account), state: await stateOf(seller) });
  expect(await connect(first, 'acct_shared')).toBe('connected');
  expect(await connect(second, 'acct_shared')).toBe('CONNECT_TAKEN');
  expect((await profile(second)).stripeConnectId).toBeNull();
  expect((await profile(first)).stripeConnectId).toBe('acct_shared');
  expect(await connect(first, 'acct_shared'), 'again, by whom it is connected').toBe('connected');

  await server.app.doChores();
  expect(await connect(first, 'acct_other')).toBe('connected');
  expect(await connect(second, 'acct_shared')).toBe('connected');
  expect(await connect(first, 'acct_shared')).toBe('CONNECT_TAKEN');
});

it.skipIf(!onPostgres)(
  'of two sellers who connect one account at the same moment, one has it (D39)',
  async () => {
    for (let round = 0; round < 10; round += 1) {
      const account = `acct_raced_${round}`;
      let [waiting, go] = [2, () => {}];
      const both = new Promise<void>((resolve) => (go = resolve));
      stripe.behave(({ path }) => {
        if (path !== '/oauth/token') return null;
        return {
          acted: () => {
            if ((waiting -= 1) === 0) go();
            return both;
          },
        };
      });
      const sellers = [await server.seller(), await server.seller()];
      const connected = await Promise.all(
        sellers.map(async (seller, n) => {
          const code = `ac_raced_${round}_${n}`;
          stripe.codes.set(code, account);
          return finish(seller, { code, state: await stateOf(seller) });
        }),
      );
      const results: string[] = connected.map(({ body }) => body.error?.code ?? 'connected');
      expect(results.toSorted()).toEqual(['CONNECT_TAKEN', 'connected']);
    }
  },
);

it('a Stripe that cannot be reached is said so, and the seller can start again (P11)', async () => {
  const seller = await server.seller();
  stripe.behave(({ path }) => (path === '/oauth/token' ? { before: () => 'drop' } : null));
  const query = { code: codeFor('acct_mine'), state: await stateOf(seller) };
  expect(await comeBack(seller, query)).toBe('CONNECT_FAILED');
  expect((await profile(seller)).stripeConnectError).toBe('The card provider could not be reached.');
});

it('nothing a link says is written on the page, and it leads nowhere else (D39)', async () => {
  const seller = await server.seller();
  const query = { error: '<b>//evil.test', error_description: 'Call 0900', state: await stateOf(seller) };
  expect(await comeBack(seller, query)).toBe('?stripe=failed');
  expect(await comeBack(seller, {})).toBe('?stripe=failed');
});

it('a server without a client id offers no link and connects nothing (D39)', async () => {
  const plain = await testServer();
  const seller = await plain.seller();
  const { body } = await seller.send('GET', '/sellers/profile');
  expect(body).not.toHaveProperty('stripeConnectState');
  const reply = await plain.app.server.inject({ url: '/api/stripe/get-token?code=a&state=b' });
  expect(reply.headers.location).toBe('/payouts?stripe=failed');
  await plain.close();
});
