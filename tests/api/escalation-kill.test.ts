import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { usualRungs } from '#shared/api/escalation.ts';
import { receiver, type Receiver } from '../support/alerts/receivers.ts';
import { startPlatform, type TestPlatform } from '../support/shop/platform.ts';

let platform: TestPlatform;
let gateway: Receiver;
beforeAll(async () => {
  gateway = await receiver();
  platform = await startPlatform({ WEBHOOK_PRIVATE_HOSTS: '127.0.0.1', PUSH_PRIVATE_HOSTS: '127.0.0.1' });
});
afterAll(async () => {
  await platform.stop();
  await gateway.close();
});

async function call(method: string, path: string, token = '', body?: unknown) {
  const reply = await fetch(`${platform.origin}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await reply.json()) as { account: { accessToken: string } };
}

/** When the webhook was told of the order, and by which message. */
const toldOf = (orderId: string) =>
  gateway.received.flatMap(({ at, body }) => {
    const { id, order } = JSON.parse(body.toString()) as { id: string; order: { id: string } };
    return order.id === orderId ? [{ at, id }] : [];
  });

it('kill -9 while a rung is taken: it is taken again with the same id, and the next one is on its second (D47)', async () => {
  const { email, password, outletId } = platform;
  const { account } = await call('POST', '/sellers/sign-in', '', { email, password });
  const token = account.accessToken;
  await call('POST', `/sellers/outlets/${outletId}/trading-session/start`, token);
  const off = { on: false, afterSeconds: 20 };
  await call('PUT', `/sellers/outlets/${outletId}/escalation`, token, {
    rungs: { ...usualRungs, screens: off, phones: off, messages: { on: true, afterSeconds: 5 } },
    emails: [],
    webhookUrl: `${gateway.url}/hook`,
  });
  // The first message is never answered: the server dies while it waits.
  gateway.answer = () => undefined;
  const first = (await platform.placeOrder()).order;
  await vi.waitFor(() => expect(toldOf(first.id)).toHaveLength(1), { timeout: 10_000 });
  const second = (await platform.placeOrder()).order;
  await platform.end('SIGKILL');
  gateway.answer = (response) => response.end();
  await platform.restart();
  const backAt = Date.now();

  await vi.waitFor(() => expect(toldOf(first.id)).toHaveLength(2), { timeout: 10_000 });
  await vi.waitFor(() => expect(toldOf(second.id)).toHaveLength(1), { timeout: 10_000 });
  const [before, after] = toldOf(first.id);
  expect(after?.id).toBe(before?.id);
  expect((after?.at ?? 0) - backAt).toBeLessThan(2_500);
  const due = Math.max(Date.parse(second.createdAt) + 5_000, backAt);
  expect(Math.abs((toldOf(second.id)[0]?.at ?? 0) - due)).toBeLessThan(2_000);
  expect(toldOf(first.id)).toHaveLength(2);
});
