import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testServer } from '../../testing/server.ts';
import { later, server, setUpShop, shop } from '../../../tests/support/shop/set-up.ts';
import { finished } from '../../../tests/support/shop/order-steps.ts';

setUpShop();

describe('taking the money (D25)', () => {
  it('a failed capture leaves the order handed over and says why; it is tried again until it holds', async () => {
    const { id } = await finished();
    server.payments.scriptCapture((_step, attempt) =>
      attempt < 3 ? { kind: 'failed', message: 'Card network down' } : { kind: 'done' },
    );
    const reply = await shop.send('POST', `/sellers/orders/complete/${id}`, undefined, {
      'idempotency-key': `close-${id}`,
    });
    expect(reply.body).toMatchObject({
      status: 'deliver_success',
      payment: { captureError: 'Card network down' },
    });
    await server.app.doChores();
    const read = async () => (await shop.send('GET', `/sellers/orders/${id}`)).body;
    expect((await read()).status).toBe('deliver_success');
    await later(6_000);
    await later(11_000);
    expect(await read()).toMatchObject({ status: 'complete', payment: { captureError: null } });
    expect(server.payments.captured.get(id)).toBe(620);
    server.payments.scriptCapture(() => ({ kind: 'done' }));
  });

  it('a capture that was left running by a crash is taken up (P8)', async () => {
    const { id } = await finished();
    await server.database.kysely
      .updateTable('orders')
      .set({ status: 'payment_capture', payment_due_at: server.clock.now() })
      .where('id', '=', id)
      .execute();
    await server.app.doChores();
    expect((await shop.send('GET', `/sellers/orders/${id}`)).body.status).toBe('complete');
  });

  it('completing twice at once captures once (P12)', async () => {
    const { id } = await finished();
    let captures = 0;
    server.payments.scriptCapture(() => {
      captures += 1;
      return { kind: 'done' };
    });
    const replies = await Promise.all(
      [1, 2, 3].map(() => shop.send('POST', `/sellers/orders/complete/${id}`)),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(captures).toBe(1);
    server.payments.scriptCapture(() => ({ kind: 'done' }));
  });
});

describe('expiry (D27)', () => {
  it('expires once, also on the list, and releases the hold', async () => {
    const other = await server.trading();
    const { id, expiresAt, createdAt } = await other.order();
    expect(Date.parse(expiresAt ?? '') - Date.parse(createdAt)).toBe(600_000);
    server.clock.advance(600_001);
    const fresh = await server.app.server.inject({ url: '/health' });
    expect(fresh.statusCode).toBe(200);
    await Promise.all([server.app.doChores(), server.app.doChores()]);
    await server.app.doChores();
    const { body } = await server.sendFor(other.id)('GET', `/sellers/outlets/${other.outletId}/orders`);
    expect(body).toMatchObject([{ id, status: 'deliver_expired' }]);
    const row = await server.database.kysely
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: 'deliver_expired', version: 2, payment_due_at: null });
    expect(server.payments.released.has(id)).toBe(true);
  });

  it('of one that is accepted and moved back while others expire begins anew', async () => {
    const other = await server.trading();
    const [first, second] = [await other.order(), await other.order()];
    server.clock.advance(600_001);
    const send = server.sendFor(other.id);
    const run = server.database.run.bind(server.database);
    let isExpiring = false;
    const between = vi.spyOn(server.database, 'run').mockImplementation(async (statement, parameters) => {
      if (statement.name === 'commit_order' && !isExpiring) {
        isExpiring = true;
        await send('POST', `/sellers/orders/accept/${second.id}`);
        await send('POST', `/sellers/outlets/${other.outletId}/regress-order/${second.id}`);
      }
      return run(statement, parameters);
    });
    onTestFinished(() => between.mockRestore());
    await server.app.doChores();
    const { body } = await send('GET', `/sellers/outlets/${other.outletId}/orders`);
    expect(body).toMatchObject([
      { id: second.id, status: 'deliver_pending', version: 3 },
      { id: first.id, status: 'deliver_expired' },
    ]);
  });

  it('fires once however many servers look, also after a restart', async () => {
    const other = await server.trading();
    const ids = await Promise.all(Array.from({ length: 12 }, async () => (await other.order()).id));
    const accepted = ids[0] ?? '';
    await other.send('POST', `/sellers/orders/accept/${accepted}`);
    const seq = async () =>
      (
        await server.database.kysely
          .selectFrom('outlet_feeds')
          .select('seq')
          .where('outlet_id', '=', other.outletId)
          .executeTakeFirstOrThrow()
      ).seq;
    const before = await seq();
    const second = await testServer({ beside: server });
    server.clock.advance(600_001);
    await Promise.all([server.app.doChores(), second.app.doChores()]);
    await second.close();
    const restarted = await testServer({ beside: server });
    await restarted.app.doChores();
    await restarted.close();
    expect(await seq()).toBe(before + 11);
    const rows = await server.database.kysely
      .selectFrom('orders')
      .select(['id', 'status', 'version'])
      .where('outlet_id', '=', other.outletId)
      .execute();
    for (const { id, status, version } of rows)
      expect([status, version]).toEqual([id === accepted ? 'deliver_waiting' : 'deliver_expired', 2]);
  });

  it('an order that was moved back to new waits its whole time again', async () => {
    const other = await server.trading();
    const { id } = await other.order();
    await other.send('POST', `/sellers/orders/accept/${id}`);
    server.clock.advance(400_000);
    const { body } = await other.send('POST', `/sellers/outlets/${other.outletId}/regress-order/${id}`);
    expect(body).toMatchObject({ status: 'deliver_pending', acceptedAt: null });
    expect(Math.abs(Date.parse(body.expiresAt) - server.clock.now().getTime() - 600_000)).toBeLessThan(
      60_000,
    );
    await later(400_000);
    expect((await other.send('GET', `/sellers/orders/${id}`)).body.status).toBe('deliver_pending');
  });
});
