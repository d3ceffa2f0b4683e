import { describe, expect, it } from 'vitest';
import { MAX_PENCE, pence } from '#shared/base/money.ts';
import { basketOfTea, testServer } from '../../testing/server.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';

setUpServer();

describe('starting (D18)', () => {
  it('needs a verified outlet and a catalog', async () => {
    const seller = await server.seller();
    const { body: outlet } = await seller.send('POST', '/sellers/outlets', { name: 'New place' });
    expect(outlet).toMatchObject({
      availability: 'closed',
      accountStatus: { value: 'pending', label: 'Pending review' },
    });
    const start = () => seller.send('POST', `/sellers/outlets/${outlet.id}/trading-session/start`);
    expect(await start()).toMatchObject({ status: 403, body: { error: { code: 'OUTLET_NOT_VERIFIED' } } });
    await server.database.kysely
      .updateTable('outlets')
      .set({ status: 'verified' })
      .where('id', '=', outlet.id)
      .execute();
    expect(await start()).toMatchObject({ status: 422, body: { error: { code: 'NO_CATALOG' } } });
  });

  it('keeps what was found before it, and that somebody started in spite of that, with its session (D48)', async () => {
    const shop = await server.trading();
    const outlet = `/sellers/outlets/${shop.outletId}`;
    await shop.send('POST', `${outlet}/trading-session/finish`);
    const findings = [
      { check: 'sound', state: 'ok', detail: 'Somebody heard it today.' },
      { check: 'printers', state: 'fault', detail: 'Kitchen: Offline.' },
    ];
    const begin = (body: object) =>
      shop.send('POST', `${outlet}/trading-session/start`, body, { 'x-screen-name': 'Bar%20till' });
    const wrong = { findings: [{ check: 'weather', state: 'ok', detail: '' }], overridden: false };
    expect((await begin({ readiness: wrong })).status).toBe(400);
    expect((await begin({ readiness: { findings, overridden: true } })).status).toBe(200);
    const { body } = await shop.send('GET', `${outlet}/trading-sessions`);
    const [now, before] = body.tradingSessions;
    const read = async (id: string) =>
      (await shop.send('GET', `/sellers/outlets/trading-sessions/${id}`)).body;
    expect((await read(now.id)).period.readiness).toEqual({
      findings,
      overridden: true,
      by: 'Bar till',
    });
    expect((await read(before.id)).period).not.toHaveProperty('readiness');
  });

  it('ten at once open one session', async () => {
    const shop = await server.trading();
    await shop.send('POST', `/sellers/outlets/${shop.outletId}/trading-session/finish`);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        shop.send('POST', `/sellers/outlets/${shop.outletId}/trading-session/start`),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(9);
    const { body } = await shop.send('GET', `/sellers/outlets/${shop.outletId}/trading-sessions`);
    expect(
      body.tradingSessions.filter((session: { finishedAt: string | null }) => session.finishedAt === null),
    ).toHaveLength(1);
  });
});

describe('finishing (D19, D20)', () => {
  it('is blocked by open orders, which it names, and by nothing else', async () => {
    const shop = await server.trading();
    const finish = () => shop.send('POST', `/sellers/outlets/${shop.outletId}/trading-session/finish`);
    const open = await shop.order();
    const cancelled = await shop.order();
    await shop.order({ paymentMethod: 'test_declined' });
    await shop.send('POST', `/sellers/orders/cancel/${cancelled.id}`, { reason: 'No tea left' });
    expect(await finish()).toMatchObject({
      status: 409,
      body: { error: { code: 'ORDERS_OUTSTANDING' }, current: { orders: [{ id: open.id }] } },
    });
    for (let step = 0; step < 4; step += 1)
      await shop.send('POST', `/sellers/outlets/${shop.outletId}/progress-order/${open.id}`);
    await shop.send('POST', `/sellers/orders/complete/${open.id}`);
    expect(await finish()).toMatchObject({
      status: 200,
      body: { availability: 'closed', tradingSession: null },
    });
    expect(await finish()).toMatchObject({ status: 409, body: { error: { code: 'NOT_TRADING' } } });

    const { body: outlet } = await shop.send('GET', `/sellers/outlets/${shop.outletId}/trading-sessions`);
    const [session] = outlet.tradingSessions;
    expect(session).toMatchObject({ numberOfOrders: 1, totalEarnings: 620, finishedAt: expect.any(String) });
    const { body: period } = await shop.send('GET', `/sellers/outlets/trading-sessions/${session.id}`);
    expect(period.orders.map((order: { status: string }) => order.status)).toEqual([
      'deliver_aborted',
      'complete',
    ]);
    expect(period.orders[0].cancellation).toEqual({ reason: 'No tea left', stage: 'deliver_pending' });
    expect((await shop.send('GET', `/sellers/outlets/${shop.outletId}/orders`)).body).toEqual([]);
    await expect(shop.order()).rejects.toThrow('OUTLET_CLOSED');
  });

  it('against orders being placed: every order is in a session that was not finished under it', async () => {
    const shop = await server.trading();
    const place = (n: number) =>
      server.send('POST', `/customers/outlets/${shop.outletId}/orders`, basketOfTea, {
        'idempotency-key': `race-${n}`,
      });
    const [finish, ...placed] = await Promise.all([
      shop.send('POST', `/sellers/outlets/${shop.outletId}/trading-session/finish`),
      ...Array.from({ length: 20 }, (_, n) => place(n)),
    ]);
    const accepted = placed.filter(({ status }) => status === 201).length;
    if (finish.status === 200) expect(accepted).toBe(0);
    else expect(finish.body.error.code).toBe('ORDERS_OUTSTANDING');
    expect(
      placed.filter(({ status }) => status !== 201).every(({ body }) => body.error.code === 'OUTLET_CLOSED'),
    ).toBe(true);
    const { body: orders } = await shop.send('GET', `/sellers/outlets/${shop.outletId}/orders`);
    expect(orders).toHaveLength(accepted);
  });

  it('never leaves an open order in a finished session, and its figures are those of its orders (D50)', async () => {
    const shop = await server.trading();
    const session = (step: string) =>
      shop.send('POST', `/sellers/outlets/${shop.outletId}/trading-session/${step}`);
    const place = (key: string) =>
      server.send('POST', `/customers/outlets/${shop.outletId}/orders`, basketOfTea, {
        'idempotency-key': key,
      });
    const ended = { finished: 0, refused: 0 };
    for (let round = 0; round < 25; round += 1) {
      // An order that is closed at that moment stops being open, and changes the figures.
      const { id } = await shop.order();
      const work = ['progress-order', 'progress-order', 'progress-order', 'progress-order'];
      for (const step of work) await shop.send('POST', `/sellers/outlets/${shop.outletId}/${step}/${id}`);
      const closing = shop.send('POST', `/sellers/orders/complete/${id}`);
      if (round % 2 === 0) await closing;
      const placing = (when: string) => (round % 4 === 0 ? [] : [place(`${when}-${round}`)]);
      const together = await Promise.all([
        ...(round % 3 === 0 ? [] : placing('before')),
        session('finish'),
        session('finish'),
        ...placing('after'),
        closing,
      ]);
      for (const { body } of together) {
        if (body.availability === 'closed') ended.finished += 1;
        if (body.error?.code === 'ORDERS_OUTSTANDING') ended.refused += 1;
      }
      const { body: open } = await shop.send('GET', `/sellers/outlets/${shop.outletId}/orders`);
      for (const order of open) await shop.send('POST', `/sellers/orders/cancel/${order.id}`);
      await session('finish');
      await session('start');
    }
    expect(Math.min(ended.finished, ended.refused), 'both happen').toBeGreaterThan(0);
    const { body: outlet } = await shop.send('GET', `/sellers/outlets/${shop.outletId}/trading-sessions`);
    const finished = outlet.tradingSessions.filter(
      ({ finishedAt }: { finishedAt: string | null }) => finishedAt,
    );
    expect(finished.length).toBeGreaterThanOrEqual(25);
    for (const period of finished) {
      const { body } = await shop.send('GET', `/sellers/outlets/trading-sessions/${period.id}`);
      const taken = body.orders.filter(({ status }: { status: string }) => status === 'complete');
      const others = body.orders.filter(
        ({ status }: { status: string }) => !['complete', 'deliver_aborted'].includes(status),
      );
      expect(others, 'open in a finished session').toEqual([]);
      expect([period.numberOfOrders, period.totalEarnings]).toEqual([taken.length, 620 * taken.length]);
    }
  });

  it('numbers orders from 1 in each session', async () => {
    const shop = await server.trading();
    expect((await shop.order()).orderNumber).toBe(1);
    const { id, orderNumber } = await shop.order();
    expect(orderNumber).toBe(2);
    const { body: orders } = await shop.send('GET', `/sellers/outlets/${shop.outletId}/orders`);
    for (const order of orders) await shop.send('POST', `/sellers/orders/cancel/${order.id}`);
    expect((await shop.send('GET', `/sellers/orders/${id}`)).body.status).toBe('deliver_aborted');
    await shop.send('POST', `/sellers/outlets/${shop.outletId}/trading-session/finish`);
    await shop.send('POST', `/sellers/outlets/${shop.outletId}/trading-session/start`);
    expect((await shop.order()).orderNumber).toBe(1);
  });
});

it('takings above what a 32-bit column holds close like any others (D20)', async () => {
  const shop = await server.trading();
  for (let n = 0; n < 22; n += 1) await shop.order();
  const { kysely } = server.database;
  await kysely
    .updateTable('orders')
    .set({ status: 'payment_capture', amount: pence(MAX_PENCE), payment_due_at: server.clock.now() })
    .where('outlet_id', '=', shop.outletId)
    .execute();
  await server.app.doChores();
  const sessions = `/sellers/outlets/${shop.outletId}/trading-sessions`;
  const open = (await shop.send('GET', sessions)).body.tradingSessions[0];
  expect((await shop.send('POST', `/sellers/outlets/${shop.outletId}/trading-session/finish`)).status).toBe(
    200,
  );
  const closed = (await shop.send('GET', sessions)).body.tradingSessions[0];
  expect([open.totalEarnings, closed.totalEarnings]).toEqual([22 * MAX_PENCE, 22 * MAX_PENCE]);
});

it('a server without a card provider refuses orders (D22)', async () => {
  const poor = await testServer({ payments: null });
  const shop = await poor.trading();
  await expect(shop.order()).rejects.toThrow('PAYMENTS_NOT_CONFIGURED');
  await poor.close();
});
