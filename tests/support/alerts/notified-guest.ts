import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { basketOfTea, type Reply, type Trading } from '../../../server/testing/server.ts';
import { server, setUpServer } from '../shop/set-up.ts';
import { pushService } from './push-service.ts';

/** What a guest's phone shows. */
export type GuestPush = { id: string; heading: string; text: string; outletId: string; orderId: string };

export let phones: Awaited<ReturnType<typeof pushService>>;
export const senders = () => ({ privatePushHosts: ['127.0.0.1'] });

/** Opens a server whose push service is on loopback; its clock moves only when a test moves it. */
export function setUpPhones(): void {
  beforeAll(async () => {
    phones = await pushService();
  });
  setUpServer(() => ({ senders: senders() }));
  beforeAll(() => server.clock.stop());
  afterAll(() => phones.close());
  afterEach(async () => {
    await server.database.kysely.deleteFrom('order_notifications').execute();
    phones.received.length = 0;
    phones.setAnswer((response) => response.writeHead(201).end());
  });
}

/** What was pushed, oldest first. */
export const pushed = (): GuestPush[] => phones.received.map((one) => phones.decrypted(one) as GuestPush);
export const headings = () => pushed().map(({ heading }) => heading);
export const stored = () => server.database.kysely.selectFrom('order_notifications').selectAll().execute();

/** What a guest's phone sends to be told. */
export function phone(name = 'Priya’s phone') {
  const { endpoint, keys } = phones.subscription(name);
  return { endpoint, keys };
}

export type Followed = {
  id: string;
  path: string;
  token: string;
  /** Asks for a phone to be told; by default Priya's. */
  ask(body?: object): Promise<Reply>;
  /** What staff do: `progress-order` is the next step of the whole order. */
  next(): Promise<Reply>;
  back(): Promise<Reply>;
};

/** An order that its guest can follow. */
export async function followed(owner: Trading, basket: object = {}): Promise<Followed> {
  await server.hear(owner.outletId);
  const body = { ...basketOfTea, customerName: 'Priya Raman', ...basket };
  const key = { 'idempotency-key': randomUUID() };
  const placed = await server.send('POST', `/customers/outlets/${owner.outletId}/orders`, body, key);
  const { order, trackingToken: token } = placed.body;
  const path = `/customers/orders/${order.id}/notifications`;
  const step = (action: string) =>
    server.sendFor(owner.id)('POST', `/sellers/outlets/${owner.outletId}/${action}/${order.id}`);
  return {
    id: order.id,
    path,
    token,
    ask: (subscription = phone()) => server.send('POST', `${path}?token=${token}`, subscription),
    next: () => step('progress-order'),
    back: () => step('regress-order'),
  };
}

/** An order that is being made, and whose guest is told of it. */
export async function notified(owner: Trading, basket?: object): Promise<Followed> {
  const order = await followed(owner, basket);
  const { status } = await order.ask();
  if (status !== 201) throw new Error(`Asking to be told was answered with ${status}.`);
  await order.next();
  await order.next();
  return order;
}
