import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { onPostgres } from '../../testing/database.ts';
import { closed, refund } from '../../../tests/support/shop/refund-steps.ts';
import { later, server, setUpShop, shop } from '../../../tests/support/shop/set-up.ts';

setUpShop();
beforeEach(() => server.payments.scriptRefund(() => ({ kind: 'done' })));

const cancel = (id: string, key: string) =>
  shop.send('POST', `/sellers/orders/cancel/${id}`, {}, { 'idempotency-key': key });
const statusOf = async (id: string): Promise<string> =>
  (await shop.send('GET', `/sellers/orders/${id}`)).body.status;
const reused = { status: 422, body: { error: { code: 'IDEMPOTENCY_KEY_REUSED' } } };

describe('a key that a refund holds (D10)', () => {
  it('is no other command’s, also before the card provider has answered, and still the refund’s', async () => {
    const [order, other] = [await closed(), await shop.order()];
    server.payments.scriptRefund(() => ({ kind: 'unknown', message: 'No answer.' }));
    const key = randomUUID();
    expect((await refund(order.id, 400, { key })).status).toBe(503);
    expect(await cancel(other.id, key)).toMatchObject(reused);
    expect(await statusOf(other.id)).toBe('deliver_pending');
    server.payments.scriptRefund(() => ({ kind: 'done' }));
    await later(60_000);
    expect(await refund(order.id, 400, { key })).toMatchObject({ status: 200, body: { refunded: 400 } });
    expect((await cancel((await shop.order()).id, randomUUID())).status).toBe(200);
  });

  // On PostgreSQL two that are committed in the very same moment do not see each other.
  it.skipIf(onPostgres).each([0, 1])(
    'takes effect once, of several requests that come at once (%s first)',
    async (first) => {
      const [order, other] = [await closed(), await shop.order()];
      const key = randomUUID();
      const asks = [() => refund(order.id, 4, { key }), () => cancel(other.id, key)];
      if (first === 1) asks.reverse();
      const [one, two, ...again] = await Promise.all([
        ...asks.map((ask) => ask()),
        refund(order.id, 4, { key }),
        cancel(other.id, key),
        refund(order.id, 6, { key }),
      ]);
      const refunded = (await shop.send('GET', `/sellers/orders/${order.id}`)).body.refunded as number;
      const cancelled = (await statusOf(other.id)) !== 'deliver_pending';
      expect([refunded, cancelled]).toEqual(cancelled ? [0, true] : [4, false]);
      const [byRefund, byCancel] = first === 0 ? [one, two] : [two, one];
      expect([byRefund?.status, byCancel?.status]).toEqual(cancelled ? [422, 200] : [200, 422]);
      // The same request has the same answer, and another one none.
      expect(again.map(({ status }) => status)).toEqual([byRefund?.status, byCancel?.status, 422]);
    },
  );

  it('is the refund’s own also where another command stored a reply under it', async () => {
    const order = await closed();
    server.payments.scriptRefund(() => ({ kind: 'unknown', message: 'No answer.' }));
    const key = randomUUID();
    await refund(order.id, 400, { key });
    await server.database.kysely
      .insertInto('idempotency_keys')
      .values({
        account_id: shop.id,
        key,
        request_hash: 'of another command',
        status: 200,
        reply: JSON.stringify(order),
        created_at: server.clock.now(),
      })
      .execute();
    server.payments.scriptRefund(() => ({ kind: 'done' }));
    await later(60_000);
    expect(await refund(order.id, 400, { key })).toMatchObject({ status: 200, body: { refunded: 400 } });
    expect(await refund(order.id, 500, { key })).toMatchObject(reused);
  });
});

describe('a refund that is requested without a key or the order’s version (D28)', () => {
  const ask = (id: string, amountToRefund: number, headers: Record<string, string> = {}) =>
    shop.send('POST', `/sellers/orders/refund/${id}`, { amountToRefund }, headers);
  const read = async (id: string) => (await shop.send('GET', `/sellers/orders/${id}`)).body;
  const unanswered = async () => {
    const order = await closed();
    server.payments.scriptRefund(() => ({ kind: 'unknown', message: 'No answer.' }));
    expect((await ask(order.id, 400)).status).toBe(503);
    server.payments.scriptRefund(() => ({ kind: 'done' }));
    return order;
  };

  it.each(['before', 'after'] as const)(
    'and was not answered is not made again by the same request, %s it is confirmed',
    async (when) => {
      const { id } = await unanswered();
      if (when === 'after') await later(60_000);
      const again = await ask(id, 400);
      expect([again.status, again.body.error.code, again.body.current]).toEqual([
        409,
        'VERSION_CONFLICT',
        await read(id),
      ]);
      await later(60_000);
      expect((await read(id)).refunded).toBe(400);
    },
  );

  it.each(['a key', 'the version', 'another amount'] as const)(
    'and was not answered keeps nobody from a second one that has %s',
    async (what) => {
      const { id } = await unanswered();
      const { version } = await read(id);
      const headers = what === 'a key' ? { 'idempotency-key': randomUUID() } : { 'if-match': `"${version}"` };
      const amount = what === 'another amount' ? 401 : 400;
      expect((await ask(id, amount, what === 'another amount' ? {} : headers)).status).toBe(200);
      await later(60_000);
      expect((await read(id)).refunded).toBe(400 + amount);
    },
  );

  it('can be requested again once it was answered: it was made, or refused', async () => {
    const { id } = await closed();
    expect([(await ask(id, 400)).status, (await ask(id, 400)).status]).toEqual([200, 200]);
    server.payments.scriptRefund((_, attempt) =>
      attempt === 1 ? { kind: 'unknown', message: 'No answer.' } : { kind: 'failed', message: 'No money.' },
    );
    expect((await ask(id, 100)).status).toBe(503);
    await later(60_000);
    server.payments.scriptRefund(() => ({ kind: 'done' }));
    expect((await ask(id, 100)).status).toBe(200);
    expect((await read(id)).refunded).toBe(900);
  });
});
