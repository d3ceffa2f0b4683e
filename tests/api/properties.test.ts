import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import type { Adjustment } from '#shared/api/outlets.ts';
import { netOf } from '#shared/base/fees.ts';
import type { OrderCommand, OrderState } from '#shared/orders/machine.ts';
import { itemStatuses, statusGroups } from '#shared/base/order-statuses.ts';
import { basketOfTea, type Trading } from '../../server/testing/server.ts';
import { expectedOf } from '../support/samples/order-table.ts';
import { server, shop, setUpShop } from '../support/shop/set-up.ts';

setUpShop();

const basket = {
  items: [
    { itemId: 'tea', quantity: 2 },
    { itemId: 'coffee', quantity: 1, modifications: [{ modifierId: 'milk', option: 'Oat' }] },
  ],
};
const commands: fc.Arbitrary<OrderCommand> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom<OrderCommand>(
      { kind: 'accept' },
      { kind: 'progress' },
      { kind: 'progress' },
      { kind: 'regress' },
      { kind: 'complete' },
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('progressItems' as const),
      items: fc.subarray(['1', '2'], { minLength: 1 }),
      status: fc.constantFrom(...itemStatuses),
    }),
  },
  { weight: 1, arbitrary: fc.constant<OrderCommand>({ kind: 'cancel' }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), amount: fc.integer({ min: -1, max: 700 }) }),
  },
);

/** Random commands, or commands after the order was accepted or closed, which few random sequences reach. */
const toTheEnd: OrderCommand[] = [
  { kind: 'accept' },
  { kind: 'progressItems', items: ['1', '2'], status: 'complete' },
  { kind: 'complete' },
];
const some = fc.array(commands, { minLength: 1, maxLength: 14 });
const sequences = fc.oneof(
  some,
  some.map((rest) => [...toTheEnd.slice(0, 1), ...rest]),
  some.map((rest) => [...toTheEnd, ...rest]),
);

function send({ outletId, send: post }: Trading, id: string, command: OrderCommand, headers = {}) {
  switch (command.kind) {
    case 'progress':
    case 'regress':
      return post('POST', `/sellers/outlets/${outletId}/${command.kind}-order/${id}`, undefined, headers);
    case 'progressItems': {
      const { items, status } = command;
      return post('POST', `/sellers/orders/progress/${id}`, { items, status }, headers);
    }
    case 'refund':
      return post('POST', `/sellers/orders/refund/${id}`, { amountToRefund: command.amount }, headers);
    default:
      return post('POST', `/sellers/orders/${command.kind}/${id}`, undefined, headers);
  }
}

/**
 * The money of an order on the customer's side and the seller's, in pence; checks it against the provider's refunds.
 */
async function moved(orderId: string) {
  const entries = await server.database.kysely
    .selectFrom('ledger_entries')
    .selectAll()
    .where('order_id', '=', orderId)
    .execute();
  const sums: Record<string, number> = {};
  for (const { account, amount } of entries) sums[account] = (sums[account] ?? 0) + amount;
  const back = [...server.payments.refunded.values()].filter((step) => step.orderId === orderId);
  const { customer, seller } = sums;
  if (customer === undefined) return sums;
  expect(entries.reduce((total, { amount }) => total + amount, 0)).toBe(0);
  expect(back.reduce((total, { amount }) => total + amount, 0)).toBe(
    customer + (server.payments.captured.get(orderId) ?? 0),
  );
  return { customer, seller };
}

const feed = (outletId: string) =>
  server.database.kysely
    .selectFrom('outlet_feeds')
    .selectAll()
    .where('outlet_id', '=', outletId)
    .executeTakeFirstOrThrow();

it('whatever is asked in whatever order: what the table says, version and seq by one, no money made or lost (D9, D25)', async () => {
  await fc.assert(
    fc.asyncProperty(sequences, async (asked) => {
      const placed = await shop.order(basket);
      const before = (await feed(shop.outletId)).seq;
      let state: OrderState = placed;
      let changes = 0;
      for (const command of asked) {
        const expected = expectedOf(state, command);
        const { status, body } = await send(shop, placed.id, command);
        if (expected.kind === 'moved') {
          state = expected.next;
          // Closing includes the capture, which is confirmed at once; a refund includes its reservation.
          changes += command.kind === 'complete' || command.kind === 'refund' ? 2 : 1;
        }
        expect(status).toBe(expected.kind === 'refused' ? expected.status : 200);
        const order: Order = expected.kind === 'refused' ? body.current : body;
        expect(order).toMatchObject({
          status: state.status,
          itemStatus: state.itemStatus,
          version: 1 + changes,
          items: placed.items,
          amount: placed.amount,
          refunded: state.refunded,
        });
      }
      await server.app.doChores();
      expect((await feed(shop.outletId)).seq - before).toBe(changes);
      const taken = statusGroups.settled.has(state.status);
      expect(server.payments.captured.get(placed.id)).toBe(taken ? placed.amount : undefined);
      expect(await moved(placed.id)).toEqual(
        taken ? { customer: state.refunded - placed.amount, seller: netOf({ ...placed, ...state }) } : {},
      );
      expect(server.payments.released.has(placed.id)).toBe(state.status === 'deliver_aborted');
    }),
    { numRuns: 100 },
  );
});

it('a busy evening of many hands: no 500, no gap in seq or versions, and the closed figures add up (R3, D19, D20)', async () => {
  const bar = await server.trading();
  const told = vi.spyOn(server.app.live, 'orderChanged');
  const first = (await feed(bar.outletId)).seq;
  const ids: string[] = [];
  const replies: number[] = [];
  const random = fc.sample(fc.nat(), 4_000);
  const pick = () => random.pop() ?? 0;
  const commandsAsked = fc.sample(commands, 600);

  const hand = async (n: number) => {
    for (let step = 0; step < 40; step += 1) {
      const dice = pick() % 20;
      if (dice < 5) {
        const reply = await server.send('POST', `/customers/outlets/${bar.outletId}/orders`, basketOfTea, {
          'idempotency-key': `evening-${n}-${step}`,
        });
        replies.push(reply.status);
        if (reply.status === 201) ids.push(reply.body.order.id);
      } else if (dice < 7) {
        const call = dice === 5 ? 'start' : 'finish';
        const reply = await bar.send('POST', `/sellers/outlets/${bar.outletId}/trading-session/${call}`);
        replies.push(reply.status);
      } else {
        const id = ids[ids.length - 1 - (pick() % Math.min(ids.length, 5))];
        const command = commandsAsked.pop();
        if (!id || !command) continue;
        const { status } = await send(bar, id, command, { 'idempotency-key': `hand-${n}-${step}` });
        // The basket has one line, so the other is unknown.
        replies.push(status);
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, n) => hand(n)));
  expect(replies.filter((status) => ![200, 201, 409, 422].includes(status))).toEqual([]);
  expect(new Set(replies)).toContain(200);

  for (const id of ids) {
    const { body } = await bar.send('GET', `/sellers/orders/${id}`);
    if (statusGroups.open.has(body.status)) await bar.send('POST', `/sellers/orders/cancel/${id}`);
  }
  await bar.send('POST', `/sellers/outlets/${bar.outletId}/trading-session/finish`);
  await server.app.doChores();

  const mine = told.mock.calls.filter(([outletId]) => outletId === bar.outletId).map(([, update]) => update);
  const seqs = mine.map(({ seq }) => seq).toSorted((a, b) => a - b);
  expect(seqs).toEqual(
    Array.from({ length: (await feed(bar.outletId)).seq - first }, (_, n) => first + n + 1),
  );
  for (const id of ids) {
    const versions = mine.filter(({ order }) => order.id === id).map(({ order }) => order.version);
    expect(versions.toSorted((a, b) => a - b)).toEqual(versions.map((_, n) => n + 1));
  }

  const { body } = await bar.send('GET', `/sellers/outlets/${bar.outletId}/trading-sessions`);
  let seen = 0;
  for (const session of body.tradingSessions) {
    const { orders, adjustments } = (await bar.send('GET', `/sellers/outlets/trading-sessions/${session.id}`))
      .body as {
      orders: Order[];
      adjustments: Adjustment[];
    };
    const paid = orders.filter(({ status }) => statusGroups.settled.has(status));
    expect(orders.filter(({ status }) => statusGroups.open.has(status))).toEqual([]);
    expect(session).toMatchObject({
      numberOfOrders: paid.length,
      totalEarnings:
        paid.reduce((total, { amount, refunded }) => total + amount - refunded, 0) +
        adjustments.reduce((total, { amount }) => total + amount, 0),
      finishedAt: expect.any(String),
    });
    expect(orders.map(({ orderNumber }) => orderNumber).toSorted((a, b) => a - b)).toEqual(
      orders.map((_, n) => n + 1),
    );
    for (const { id, status } of orders)
      expect([server.payments.captured.has(id), server.payments.released.has(id)]).toEqual([
        statusGroups.settled.has(status),
        status === 'deliver_aborted',
      ]);
    seen += orders.length;
  }
  expect(seen).toBe(ids.length);
  told.mockRestore();
});
