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
