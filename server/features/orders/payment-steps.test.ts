import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PaymentOutcome } from '../../payments/payment-provider.ts';
import { testServer } from '../../testing/server.ts';
import { later, server, setUpShop, shop } from '../../../tests/support/shop/set-up.ts';

setUpShop();
afterEach(() => {
  server.payments.scriptCapture(() => ({ kind: 'done' }));
  server.payments.scriptRelease(() => ({ kind: 'done' }));
});

const delivered = async () => {
  const { id } = await shop.order();
  await shop.send('POST', `/sellers/orders/accept/${id}`);
  await shop.send('POST', `/sellers/orders/progress/${id}`, { items: ['1'], status: 'complete' });
  return id;
};
const complete = (id: string, key = `close-${id}`) =>
  shop.send('POST', `/sellers/orders/complete/${id}`, undefined, { 'idempotency-key': key });
const read = async (id: string) => (await shop.send('GET', `/sellers/orders/${id}`)).body;
const rowOf = (id: string) =>
  server.database.kysely.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const deferred = () => {
  let resolve: (outcome: PaymentOutcome) => void = () => {};
  const promise = new Promise<PaymentOutcome>((settle) => (resolve = settle));
  return { promise, resolve };
};

describe('taking the money (D25)', () => {
  it('a provider that hangs leaves the order handed over; the next attempt takes it', async () => {
    const id = await delivered();
    const hasty = await testServer({ beside: server, paymentTimeoutMs: 200 });
    server.payments.scriptCapture((_step, attempt) =>
      attempt === 1 ? new Promise(() => {}) : { kind: 'done' },
    );
    const pressed = await hasty.sendFor(shop.id)('POST', `/sellers/orders/complete/${id}`);
    expect(pressed.body).toMatchObject({
      status: 'deliver_success',
      payment: { captureError: 'The card provider did not answer in time.' },
    });
    await hasty.close();
    await later(6_000);
    expect(await read(id)).toMatchObject({ status: 'complete', payment: { captureError: null } });
  });

  it('a provider that acts and drops is asked again with the same key (P7)', async () => {
    const id = await delivered();
    const keys: string[] = [];
    server.payments.scriptCapture(({ idempotencyKey }, attempt) => {
      keys.push(idempotencyKey);
      return { kind: attempt === 1 ? 'acts-then-drops' : 'done' };
    });
    expect((await complete(id)).body.payment.captureError).toBe('The connection was lost');
    await later(6_000);
    expect((await read(id)).status).toBe('complete');
    expect(keys).toEqual([`capture:${id}`, `capture:${id}`]);
    expect(server.payments.captured.get(id)).toBe(620);
  });

  it('another reason for the same failure is news, the same reason is none', async () => {
    const id = await delivered();
    const reasons = ['Network down', 'Network down', 'Card expired'];
    server.payments.scriptCapture((_step, attempt) => ({
      kind: 'failed',
      message: reasons[attempt - 1] ?? '',
    }));
    const { version } = (await complete(id)).body;
    await later(6_000);
    expect(await read(id)).toMatchObject({ version, payment: { captureError: 'Network down' } });
    await later(11_000);
    expect(await read(id)).toMatchObject({
      status: 'deliver_success',
      version: version + 1,
      payment: { captureError: 'Card expired' },
    });
    expect((await rowOf(id)).payment_attempts).toBe(3);
  });

  it('the same press while the provider is asked waits for the answer of the first, and takes nothing twice (D10, P6)', async () => {
    const id = await delivered();
    const answer = deferred();
    let asked = 0;
    server.payments.scriptCapture(() => {
      asked += 1;
      return answer.promise;
    });
    const first = complete(id);
    await vi.waitFor(() => expect(asked).toBe(1));
    const again = complete(id);
    expect(await complete(id, 'another-press')).toMatchObject({ status: 409 });
    answer.resolve({ kind: 'done' });
    const { body } = await first;
    expect(body.status).toBe('complete');
    expect((await again).body).toEqual(body);
    expect((await complete(id)).body).toEqual(body);
    expect(asked).toBe(1);
  });

  it('money that somebody else has taken meanwhile is neither asked for nor given back', async () => {
    const id = await delivered();
    server.payments.scriptCapture(() => ({ kind: 'failed', message: 'Network down' }));
    await complete(id);
    const elsewhere = deferred();
    let asked = 0;
    server.payments.scriptCapture(() => {
      asked += 1;
      return elsewhere.promise;
    });
    server.clock.advance(6_000);
    const chores = server.app.doChores();
    await vi.waitFor(() => expect(asked).toBe(1));
    // Another server has settled it first.
    await server.database.kysely
      .updateTable('orders')
      .set(({ eb }) => ({ status: 'complete', version: eb('version', '+', 1), payment_due_at: null }))
      .where('id', '=', id)
      .execute();
    elsewhere.resolve({ kind: 'failed', message: 'Captured already' });
    await chores;
    await later(60_000);
    expect(await rowOf(id)).toMatchObject({ status: 'complete', payment_due_at: null });
    expect(server.payments.released.has(id)).toBe(false);
  });

  it('an order that owes nothing is never given back, whatever says that it is due', async () => {
    const id = await delivered();
    await complete(id);
    await server.database.kysely
      .updateTable('orders')
      .set({ payment_due_at: server.clock.now() })
      .where('id', '=', id)
      .execute();
    await server.app.doChores();
    expect(server.payments.released.has(id)).toBe(false);
    expect((await rowOf(id)).payment_due_at).toBeNull();
  });
});

it('a hold whose release fails is released later (D25)', async () => {
  const { id } = await shop.order();
  server.payments.scriptRelease((_step, attempt) =>
    attempt < 3 ? { kind: 'failed', message: 'Network down' } : { kind: 'done' },
  );
  await shop.send('POST', `/sellers/orders/cancel/${id}`);
  await server.app.doChores();
  expect(server.payments.released.has(id)).toBe(false);
  await later(6_000);
  await later(11_000);
  expect(server.payments.released.has(id)).toBe(true);
  expect(await rowOf(id)).toMatchObject({ status: 'deliver_aborted', payment_due_at: null });
});

it('a provider that hangs keeps no order from expiring (D27)', async () => {
  const patient = await testServer();
  const bar = await patient.trading();
  const cancelled = await bar.order();
  const pending = await bar.order();
  const answer = deferred();
  let asked = 0;
  patient.payments.scriptRelease(() => {
    asked += 1;
    return answer.promise;
  });
  await bar.send('POST', `/sellers/orders/cancel/${cancelled.id}`);
  await vi.waitFor(() => expect(asked).toBe(1));
  patient.clock.advance(600_001);
  const chores = patient.app.doChores();
  await vi.waitFor(async () =>
    expect((await bar.send('GET', `/sellers/orders/${pending.id}`)).body.status).toBe('deliver_expired'),
  );
  expect(asked).toBe(1);
  answer.resolve({ kind: 'done' });
  await chores;
  expect(patient.payments.released).toEqual(new Set([cancelled.id, pending.id]));
  await patient.close();
});
