import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { line, startPlatform, type TestPlatform } from '../support/shop/platform.ts';

let platform: TestPlatform;
let token: string;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

async function call(method: string, path: string, body?: unknown) {
  const reply = await fetch(`${platform.origin}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await reply.json()) as { account: { accessToken: string } } & { id: string; orderNumber: number }[];
}

it('kill -9 in the middle of a burst of orders: each that was acknowledged is there once, and only once', async () => {
  token = '';
  ({
    account: { accessToken: token },
  } = await call('POST', '/sellers/sign-in', { email: platform.email, password: platform.password }));
  await call('POST', `/sellers/outlets/${platform.outletId}/trading-session/start`);

  const acknowledged: string[] = [];
  const unanswered: { key: string; body: string }[] = [];
  const url = `${platform.origin}/api/customers/outlets/${platform.outletId}/orders`;
  const send = (key: string, body: string) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body,
    });
  const burst = Array.from({ length: 8 }, async () => {
    for (;;) {
      const key = randomUUID();
      const body = JSON.stringify({
        customerName: 'Tom',
        tableNumber: '7',
        items: [line(platform.menu, 'Americano')],
        paymentMethod: 'test_ok',
      });
      try {
        const reply = await send(key, body);
        const { order } = (await reply.json()) as { order: { id: string } };
        acknowledged.push(order.id);
        if (acknowledged.length === 150) platform.server.process.kill('SIGKILL');
      } catch {
        unanswered.push({ key, body });
        return;
      }
    }
  });
  await Promise.all(burst);
  await platform.server.ended;
  await platform.restart();

  // Customers without an answer retry with the same key, which cannot order twice.
  for (const { key, body } of unanswered) {
    const reply = await send(key, body);
    const { order } = (await reply.json()) as { order: { id: string } };
    acknowledged.push(order.id);
  }
  const orders = await call('GET', `/sellers/outlets/${platform.outletId}/orders`);
  const ids = orders.map(({ id }) => id);
  expect(ids.toSorted()).toEqual([...new Set(acknowledged)].toSorted());
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  const numbers = orders.map(({ orderNumber }) => orderNumber).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => index + 1));
});

it('SIGTERM finishes what is in flight and ends with 0 (L12)', async () => {
  const order = platform.placeOrder();
  await order;
  expect(await platform.end('SIGTERM')).toBe(0);
  await platform.restart();
});
