import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { later, server, setUpServer } from '../../../tests/support/shop/set-up.ts';
import type { PaymentOutcome } from '../../payments/payment-provider.ts';
import type { Trading } from '../../testing/server.ts';

setUpServer();
beforeAll(() => server.clock.stop());

const DAY_MS = 24 * 60 * 60_000;
const unknown: PaymentOutcome = { kind: 'unknown', message: 'Network down' };

/** An outlet of a time that is a day ahead, and its order, delivered. */
async function aDayAhead() {
  server.clock.advance(DAY_MS);
  const made = await server.trading();
  const bar: Trading = { ...made, send: server.sendFor(made.id) };
  const { id, amount } = await bar.order();
  await bar.send('POST', `/sellers/orders/accept/${id}`);
  await bar.send('POST', `/sellers/orders/progress/${id}`, { items: ['1'], status: 'complete' });
  const press = (step: string, body?: object, key: string = randomUUID()) =>
    bar.send('POST', `/sellers/orders/${step}/${id}`, body, { 'idempotency-key': key });
  const setBack = async () => {
    server.clock.advance(0 - DAY_MS);
    await server.app.doChores();
  };
  return {
    id,
    amount,
    press,
    setBack,
    read: async () => (await bar.send('GET', `/sellers/orders/${id}`)).body,
  };
}

describe('after the server’s clock was set back by a day (P8)', () => {
  it('money that could not be taken is asked for again at once, and not only a day later', async () => {
    const { press, setBack, read } = await aDayAhead();
    server.payments.scriptCapture(() => unknown);
    expect((await press('complete')).body.status).toBe('deliver_success');
    server.payments.scriptCapture(() => ({ kind: 'done' }));
    await setBack();
    expect((await read()).status).toBe('complete');
  });

  it('so is a hold that could not be released', async () => {
    const { id, press, setBack } = await aDayAhead();
    server.payments.scriptRelease(() => unknown);
    await press('cancel');
    await server.app.doChores();
    server.payments.scriptRelease(() => ({ kind: 'done' }));
    expect(server.payments.released.has(id)).toBe(false);
    await setBack();
    expect(server.payments.released.has(id)).toBe(true);
  });

  it('so is a refund whose answer was lost', async () => {
    const { amount, press, setBack, read } = await aDayAhead();
    await press('complete');
    server.payments.scriptRefund(() => unknown);
    expect((await press('refund', { amountToRefund: amount })).status).toBe(503);
    server.payments.scriptRefund(() => ({ kind: 'done' }));
    await setBack();
    expect((await read()).status).toBe('refunded');
  });

  it('an order that waits does so for as long as one that comes then, and expires (D27)', async () => {
    server.clock.advance(DAY_MS);
    const made = await server.trading();
    const { id } = await made.order();
    server.clock.advance(0 - DAY_MS);
    await server.app.doChores();
    const send = server.sendFor(made.id);
    const read = async () => (await send('GET', `/sellers/orders/${id}`)).body;
    const now = server.clock.now().getTime();
    expect(await read()).toMatchObject({ version: 2, expiresAt: new Date(now + 600_000).toISOString() });
    await later(599_000);
    expect(await read()).toMatchObject({ version: 2, status: 'deliver_pending' });
    await later(1_000);
    expect((await read()).status).toBe('deliver_expired');
  });

  it('one that waits keeps its time if the clock was set back by seconds', async () => {
    const { order, send } = await server.trading();
    const { id, expiresAt } = await order();
    server.clock.advance(-4_000);
    await server.app.doChores();
    expect((await send('GET', `/sellers/orders/${id}`)).body).toMatchObject({ version: 1, expiresAt });
  });

  it('what is due within the hour still waits for its time', async () => {
    const { press, setBack, read } = await aDayAhead();
    await setBack();
    let asked = 0;
    server.payments.scriptCapture(() => ((asked += 1), unknown));
    await press('complete');
    for (let look = 0; look < 3; look += 1) await server.app.doChores();
    expect([asked, (await read()).status]).toEqual([1, 'deliver_success']);
    server.payments.scriptCapture(() => ({ kind: 'done' }));
  });
});

describe('after a server was killed and its clock was set back by half an hour, a press that is repeated is answered (P8)', () => {
  const halfAnHourAhead = () => new Date(server.clock.now().getTime() + 1_800_000);

  it('a refund that was reserved', async () => {
    const { id, amount, press, read } = await aDayAhead();
    await press('complete');
    server.payments.scriptRefund(() => unknown);
    const key = randomUUID();
    expect((await press('refund', { amountToRefund: amount }, key)).status).toBe(503);
    await server.database.kysely
      .updateTable('refunds')
      .set({ attempts: 0, due_at: halfAnHourAhead() })
      .where('order_id', '=', id)
      .execute();
    server.payments.scriptRefund(() => ({ kind: 'done' }));
    expect((await press('refund', { amountToRefund: amount }, key)).status).toBe(200);
    expect((await read()).status).toBe('refunded');
  });

  it('an order that was closed', async () => {
    const { id, press } = await aDayAhead();
    server.payments.scriptCapture(() => unknown);
    const key = randomUUID();
    await press('complete', undefined, key);
    await server.database.kysely
      .updateTable('orders')
      .set({ status: 'payment_capture', payment_due_at: halfAnHourAhead() })
      .where('id', '=', id)
      .execute();
    await server.database.kysely
      .updateTable('idempotency_keys')
      .set({ reply: sql`jsonb_set(reply, '{status}', '"payment_capture"')` })
      .where('key', '=', key)
      .execute();
    server.payments.scriptCapture(() => ({ kind: 'done' }));
    expect((await press('complete', undefined, key)).body.status).toBe('complete');
  });
});
