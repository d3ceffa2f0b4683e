import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { testServer, type Reply, type Send, type TestServer } from '../../server/testing/server.ts';
import { server, setUpShop, shop } from '../support/shop/set-up.ts';

/** Two servers of one database, so that no process's memory can prevent a double. */
let second: TestServer;
let here: Send;
let there: Send;

setUpShop();
beforeAll(async () => {
  second = await testServer({ beside: server });
  [here, there] = [server.sendFor(shop.id), second.sendFor(shop.id)];
});
beforeEach(() => {
  server.payments.scriptRefund(() => ({ kind: 'done' }));
  server.payments.scriptCapture(() => ({ kind: 'done' }));
});
afterAll(() => second.close());

async function delivered(): Promise<Order> {
  const { id } = await shop.order();
  await here('POST', `/sellers/orders/accept/${id}`);
  return (await here('POST', `/sellers/orders/progress/${id}`, { items: ['1'], status: 'complete' })).body;
}
const closed = async (): Promise<Order> =>
  (await here('POST', `/sellers/orders/complete/${(await delivered()).id}`)).body;

const press = (send: Send, step: string, { id, version }: Order, key = randomUUID(), body?: object) =>
  send('POST', `/sellers/orders/${step}/${id}`, body, {
    'idempotency-key': key,
    'if-match': `"${version}"`,
  });
const refund = (send: Send, order: Order, amountToRefund: number, key = randomUUID()) =>
  press(send, 'refund', order, key, { amountToRefund });
const refundsOf = (orderId: string) =>
  [...server.payments.refunded.values()].filter((step) => step.orderId === orderId);
const inOrder = (replies: Reply[]) => replies.toSorted((a, b) => a.status - b.status);

/** A promise with its resolver. */
function door() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

/**
 * A provider that takes so long over an order that another request for the same order is answered first, or reaches
 * the provider too.
 */
function slowProvider() {
  const gates = new Map<string, { open: () => void; opened: Promise<void>; asked: number }>();
  const gateOf = (orderId: string) => {
    const gate = gates.get(orderId) ?? { ...door(), asked: 0 };
    gates.set(orderId, gate);
    return gate;
  };
  return {
    async answer({ orderId }: { orderId: string }) {
      const gate = gateOf(orderId);
      gate.asked += 1;
      if (gate.asked > 1) gate.open();
      await gate.opened;
      return { kind: 'done' } as const;
    },
    /** Call this with the other person's request. */
    async answered(orderId: string, reply: Promise<Reply>): Promise<Reply> {
      const got = await reply;
      gateOf(orderId).open();
      return got;
    },
  };
}

describe('a refund', { timeout: 120_000 }, () => {
  it('by two people at once, a hundred times, moves the money once and shows the second what the first does (D73)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const provider = slowProvider();
      server.payments.scriptRefund(provider.answer);
      const orders = await Promise.all(Array.from({ length: 10 }, closed));
      const pairs = orders.map((order) =>
        Promise.all([here, there].map((send) => provider.answered(order.id, refund(send, order, 100)))),
      );
      for (const [index, pair] of (await Promise.all(pairs)).entries()) {
        const [made, late] = inOrder(pair);
        expect([made?.status, late?.status, late?.body.error.code]).toEqual([200, 409, 'VERSION_CONFLICT']);
        expect(late?.body.current).toMatchObject({ refunded: 0, payment: { refundPending: 100 } });
        expect(refundsOf(orders[index]?.id ?? '')).toHaveLength(1);
      }
    }
  });

  it('is told to every screen before the provider is asked, and told again when that refuses (D73)', async () => {
    const order = await closed();
    const told = vi.spyOn(server.app.live, 'orderChanged');
    let toldBefore: unknown;
    server.payments.scriptRefund(() => {
      toldBefore = told.mock.calls.map(([, { order: at }]) => [at.version, at.payment.refundPending]);
      return { kind: 'failed', message: 'The balance is too low.' };
    });
    expect((await refund(here, order, 100)).status).toBe(422);
    expect(toldBefore).toEqual([[order.version + 1, 100]]);
    const [, { order: freed, seq }] = told.mock.lastCall ?? expect.unreachable();
    expect([freed.version, freed.payment.refundPending]).toEqual([order.version + 2, undefined]);
    expect(seq).toBe((told.mock.calls[0]?.[1].seq ?? 0) + 1);
    told.mockRestore();
  });

  it.each(['part', 'whole'])(
    'of the %s, sent twice at once with one key, is made once and answered alike (D73)',
    async (share) => {
      for (let round = 0; round < 20; round += 1) {
        const order = await closed();
        const [amount, key] = [share === 'whole' ? order.amount : 100, randomUUID()];
        const [one, other] = await Promise.all([
          refund(here, order, amount, key),
          refund(there, order, amount, key),
        ]);
        expect(one.status).toBe(200);
        expect(other.body).toEqual(one.body);
        expect(refundsOf(order.id)).toHaveLength(1);
      }
    },
  );
});

describe('closing an order', () => {
  it('by two people at once takes the money once, and the second is shown the order as it stands (D73)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const provider = slowProvider();
      server.payments.scriptCapture(provider.answer);
      const order = await delivered();
      const [made, late] = inOrder(
        await Promise.all(
          [here, there].map((send) => provider.answered(order.id, press(send, 'complete', order))),
        ),
      );
      expect([made?.status, made?.body.status]).toEqual([200, 'complete']);
      expect([late?.status, late?.body.current.status]).toEqual([409, 'payment_capture']);
    }
  });

  it.each([
    ['done', 'complete'],
    ['failed', 'deliver_success'],
  ] as const)(
    'sent twice at once with one key waits for the provider and is answered alike, where that is %s (D73)',
    async (kind, status) => {
      for (let round = 0; round < 10; round += 1) {
        const order = await delivered();
        const bothArrived = door();
        let asked = 0;
        server.payments.scriptCapture(async () => {
          asked += 1;
          await bothArrived.opened;
          return kind === 'done' ? { kind } : { kind, message: 'The card is over.' };
        });
        const key = randomUUID();
        const one = press(here, 'complete', order, key);
        await expect.poll(() => asked).toBe(1);
        const other = press(there, 'complete', order, key);
        // Sent later, and answered: by now the other press has been read as well.
        await there('GET', `/sellers/orders/${order.id}`);
        bothArrived.open();
        expect((await one).body.status).toBe(status);
        expect((await other).body).toEqual((await one).body);
        expect(asked).toBe(1);
      }
    },
  );

  it('is taken up by the second press where the server of the first has died (D73)', async () => {
    const order = await delivered();
    const key = randomUUID();
    const neverAnswers = new Promise<never>(() => undefined);
    server.payments.scriptCapture((_step, attempt) => (attempt === 1 ? neverAnswers : { kind: 'done' }));
    void press(here, 'complete', order, key);
    await expect.poll(() => read(order.id)).toBe('payment_capture');
    server.clock.advance(11_000);
    expect((await press(there, 'complete', order, key)).body.status).toBe('complete');
  });
});

it.each([
  ['complete', 'payment_capture'],
  ['cancel', 'deliver_aborted'],
] as const)('%s is told to every screen before the provider is asked (D73)', async (step, status) => {
  const order = await delivered();
  const told = vi.spyOn(server.app.live, 'orderChanged');
  const asked = door();
  let toldBefore: unknown;
  const provider = ({ orderId }: { orderId: string }) => {
    if (orderId !== order.id) return { kind: 'done' } as const;
    // Events of earlier orders may still arrive.
    const ofThis = told.mock.calls.map(([, told]) => told.order).filter(({ id }) => id === orderId);
    toldBefore = ofThis.map(({ version, status: at }) => [version, at]);
    asked.open();
    return { kind: 'done' } as const;
  };
  server.payments.scriptCapture(provider);
  server.payments.scriptRelease(provider);
  expect((await press(here, step, order, randomUUID(), step === 'cancel' ? {} : undefined)).status).toBe(200);
  await asked.opened;
  expect(toldBefore).toEqual([[order.version + 1, status]]);
  told.mockRestore();
});

describe('cancelling an order', () => {
  it('by two people at once is done once, and the second is shown the order as it stands (D73)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const order = await shop.order();
      const [made, late] = inOrder(
        await Promise.all([here, there].map((send) => press(send, 'cancel', order, randomUUID(), {}))),
      );
      expect([made?.status, late?.status]).toEqual([200, 409]);
      expect(late?.body.current).toEqual(made?.body);
    }
  });

  it('sent twice at once with one key is answered alike (D73)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [order, key] = [await shop.order(), randomUUID()];
      const [one, other] = await Promise.all(
        [here, there].map((send) => press(send, 'cancel', order, key, {})),
      );
      expect(one?.status).toBe(200);
      expect(other?.body).toEqual(one?.body);
    }
  });
});

async function read(orderId: string): Promise<string> {
  return (await here('GET', `/sellers/orders/${orderId}`)).body.status;
}
