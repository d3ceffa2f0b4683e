import { describe, expect, it } from 'vitest';
import type { Seller } from '../../testing/server.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';

setUpServer();

const hour = 60 * 60_000;
const day = 24 * hour;

/** A sign-in whose token is exchanged at least every 29 days. */
function using({ refreshToken }: Seller) {
  let token = refreshToken;
  let accessToken = '';
  const exchange = async () => {
    const { status, body } = await server.send('POST', '/sellers/refresh-token', { refreshToken: token });
    if (status === 200) ({ refreshToken: token, accessToken } = body);
    return status;
  };
  const send = (method: string, path: string) =>
    server.send(method, path, undefined, { authorization: `Bearer ${accessToken}` });
  const goOn = async (ms: number) => {
    for (let left = ms; left > 0; left -= 29 * day) {
      server.clock.advance(Math.min(left, 29 * day));
      if (left > 29 * day) await exchange();
    }
  };
  return { exchange, goOn, send };
}

describe('a sign-in that is a year old (A8)', () => {
  it('goes on while an outlet of its account trades, and ends with the session', async () => {
    const shop = await server.trading();
    const { exchange, goOn, send } = using(shop);
    await goOn(365 * day + hour);
    expect(await exchange()).toBe(200);
    const { body } = await send('GET', '/sellers/sign-ins');
    expect(body).toMatchObject([{ current: true }]);
    expect(Date.parse(body[0].endsAt)).toBe(Date.parse(body[0].startedAt) + 365 * day);
    expect(body[0].endsAt < server.clock.now().toISOString()).toBe(true);
    expect((await send('POST', `/sellers/outlets/${shop.outletId}/trading-session/finish`)).status).toBe(200);
    expect((await send('GET', '/sellers/sign-ins')).body).toEqual([]);
    expect(await exchange()).toBe(401);
  });

  it('ends a week later, whatever trades', async () => {
    const { exchange, goOn } = using(await server.trading());
    await goOn(372 * day - hour);
    expect(await exchange()).toBe(200);
    await goOn(hour);
    expect(await exchange()).toBe(401);
  });

  it('ends at once where only another account’s outlet trades', async () => {
    await server.trading();
    const { exchange, goOn } = using(await server.seller());
    await goOn(365 * day - hour);
    expect(await exchange()).toBe(200);
    await goOn(hour);
    expect(await exchange()).toBe(401);
  });
});
