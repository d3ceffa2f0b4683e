import { describe, expect, it } from 'vitest';
import type { Seller } from '../../server/testing/server.ts';
import { setUpStripe, stripe } from '../support/shop/set-up-cards.ts';
import { server } from '../support/shop/set-up.ts';

describe('a stranger’s link to Stripe', () => {
  setUpStripe();

  const stateOf = async (seller: Seller): Promise<string> =>
    (await seller.send('GET', '/sellers/profile')).body.stripeConnectState;
  const cardAccount = async (seller: Seller) =>
    (await seller.send('GET', '/sellers/profile')).body.stripeConnectId;
  const finish = (seller: Seller, state: string, account = 'acct_pub') => {
    stripe.codes.set('ac_pub', account);
    return seller.send('POST', '/sellers/stripe-account', { code: 'ac_pub', state });
  };
  const exchanges = () => stripe.requests.filter(({ path }) => path === '/oauth/token').length;

  it('followed to its end by the owner of a pub, ties the pub’s card account to nobody', async () => {
    const [stranger, owner] = [await server.seller(), await server.seller()];
    const state = await stateOf(stranger);
    const back = await server.app.server.inject({ url: `/api/stripe/get-token?code=ac_pub&state=${state}` });
    expect(back.headers.location).toMatch(/^\/payouts\?stripe=returned#/);
    expect(exchanges(), 'coming back alone connects nothing').toBe(0);

    expect(await finish(owner, state)).toMatchObject({
      status: 403,
      body: { error: { code: 'CONNECT_FOREIGN' } },
    });
    expect(exchanges()).toBe(0);
    expect([await cardAccount(stranger), await cardAccount(owner)]).toEqual([null, null]);

    // The stranger's own state is not used up by it, and works with the owner's own.
    expect((await finish(stranger, state, 'acct_stranger')).status).toBe(200);
    expect((await finish(owner, await stateOf(owner))).status).toBe(200);
  });

  it('is not finished by anybody who is not signed in', async () => {
    const state = await stateOf(await server.seller());
    expect((await server.send('POST', '/sellers/stripe-account', { code: 'ac_pub', state })).status).toBe(
      401,
    );
  });

  it('is not given to an account that was not verified, and not finished by one', async () => {
    const verified = await server.seller();
    const pending = await server.seller('pending');
    const { body } = await pending.send('GET', '/sellers/profile');
    expect(body).not.toHaveProperty('stripeConnectState');
    expect((await finish(pending, await stateOf(verified))).status).toBe(403);
  });
});
