import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { cardShop, stripeAt } from '../../../tests/support/shop/card-shop.ts';
import { asksFor, feed, patiently, sent } from '../../../tests/support/shop/card-steps.ts';
import { setUpCardShop, shop, stripe } from '../../../tests/support/shop/set-up-cards.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';
import { somebodyResumes } from '../../../tests/support/shop/somebody-resumes.ts';
import { basketOfTea, testServer, type TestServer } from '../../testing/server.ts';

setUpCardShop();
afterEach(() => somebodyResumes(server));

const asksBank = { paymentMethod: 'pm_card_authenticationRequired' };
const declinedAfterBank = { paymentMethod: 'pm_card_threeDSecureRequiredChargeDeclined' };
const confirming = /\/confirm$/;

/** An order whose customer's bank has agreed, and how their app asks about it. */
async function agreed(key: string, basket = asksBank, at = shop) {
  const { body } = await at.place(basket, key);
  const { id } = body.order as { id: string };
  expect(body).toMatchObject({ order: { status: 'payment_working' }, clientSecret: expect.any(String) });
  at.account.authenticate(at.intentOf(id), 'confirmed');
  expect(at.intentOf(id)).toMatchObject({ status: 'requires_confirmation', tried: [] });
  return { id, intent: at.intentOf(id), ask: () => at.place(basket, key) };
}
const askAt = (at: TestServer, key: string, { outletId } = shop) =>
  at.send(
    'POST',
    `/customers/outlets/${outletId}/orders?repeat=true`,
    { ...basketOfTea, ...asksBank },
    { 'idempotency-key': key },
  );
const statusOf = async (id: string) => (await shop.rowOf(id)).status;

describe('an order whose customer’s bank has agreed (P7)', () => {
  it('is placed as soon as their app asks, by one request to hold', async () => {
    const since = stripe.requests.length;
    const { ask, id, intent } = await agreed('asks');
    const { body } = await ask();
    expect(body).toMatchObject({ order: { id, status: 'deliver_pending' } });
    expect(body).not.toHaveProperty('clientSecret');
    expect(intent).toMatchObject({ status: 'requires_capture', tried: [asksBank.paymentMethod] });
    expect(sent(confirming, since).map(({ idempotencyKey }) => idempotencyKey)).toEqual([`confirm:${id}:1`]);
  });

  it('comes to the outlet then, however long their bank has asked (D40)', async () => {
    const { ask, id } = await agreed('slowly');
    server.clock.advance(4 * 60_000);
    const agreedAt = server.clock.now().toISOString();
    await ask();
    const { body: one } = await shop.send('GET', `/sellers/orders/${id}`);
    expect(one.createdAt < agreedAt).toBe(true);
    expect(one.cameAt >= agreedAt).toBe(true);
    const { body: live } = await shop.send('GET', `/sellers/outlets/${shop.outletId}/orders`);
    expect(live).toContainEqual(one);
  });

  it('is declined if the bank then refuses the money, and nothing is left to take up', async () => {
    const { ask, id, intent } = await agreed('declined', declinedAfterBank);
    expect((await ask()).body.order.status).toBe('payment_failure');
    await server.app.doChores();
    expect(intent).toMatchObject({ status: 'canceled', tried: [declinedAfterBank.paymentMethod] });
    expect(await statusOf(id)).toBe('payment_failure');
  });

  it('is placed once, however many ask on two servers at once', async () => {
    const other = await testServer({ beside: server, stripe: stripeAt(stripe) });
    const before = await feed();
    const { id, intent, ask } = await agreed('many');
    server.clock.advance(60_001);
    const chores = [server, other].map(({ app }) => app.doChores());
    const asked = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? ask() : askAt(other, 'many')));
    await Promise.all([...chores, ...asked]);
    expect((await ask()).body.order).toMatchObject({ id, status: 'deliver_pending' });
    expect(intent).toMatchObject({ status: 'requires_capture', tried: [asksBank.paymentMethod] });
    expect(await feed()).toEqual({ seq: before.seq + 1, last_order_number: before.last_order_number + 1 });
    await other.close();
  });

  it.each(['before', 'acted'] as const)(
    'is placed by the one hold where the answer was lost %s acting',
    async (when) => {
      const { id, intent, ask } = await agreed(`lost-${when}`);
      let lost = false;
      stripe.behave((request) => {
        lost ||= asksFor(confirming)(request) !== null;
        return lost && request.path.includes(intent.id) ? { [when]: () => 'drop' as const } : null;
      });
      expect((await ask()).body.order.status).toBe('payment_working');
      expect(intent.tried).toHaveLength(when === 'acted' ? 1 : 0);
      stripe.behave(null);
      await later(11_000);
      expect(await statusOf(id)).toBe('deliver_pending');
      expect(intent).toMatchObject({ status: 'requires_capture', tried: [asksBank.paymentMethod] });
    },
  );

  it('is not held up by a fault that Stripe repeats for its key', async () => {
    const { id, intent, ask } = await agreed('fault');
    let first: string | null = null;
    stripe.behave((request) => {
      if (!asksFor(confirming)(request)) return null;
      first ??= request.idempotencyKey;
      return request.idempotencyKey === first ? { before: () => 500 } : null;
    });
    expect((await ask()).body.order.status).toBe('payment_working');
    await later(11_000);
    expect(await statusOf(id)).toBe('deliver_pending');
    expect(intent.tried).toEqual([asksBank.paymentMethod]);
  });

  it('is given up when its time is over, and never held for', async () => {
    const { body } = await shop.place(asksBank);
    // After the last look.
    await later(595_000);
    shop.account.authenticate(shop.intentOf(body.order.id), 'confirmed');
    await later(5_001);
    await server.app.doChores();
    expect(await statusOf(body.order.id)).toBe('payment_aborted');
    expect(shop.intentOf(body.order.id)).toMatchObject({ status: 'canceled', tried: [] });
  });

  it('is given up, and never held for, where its time is over before it has its network’s turn', async () => {
    const strict = await testServer({
      beside: server,
      stripe: stripeAt(stripe),
      limits: ['cards-asked-network=1'],
    });
    onTestFinished(() => strict.close());
    const bar = await cardShop(strict, stripe);
    const { id, intent } = await agreed('queues', asksBank, bar);
    let go = () => {};
    const busy = new Promise<void>((resolve) => (go = resolve));
    let [isTaken, isRead] = [false, false];
    stripe.behave(({ method, path }) => {
      if (path.endsWith(intent.id)) isRead = true;
      if (method !== 'POST' || !path.endsWith('/payment_intents')) return null;
      isTaken = true;
      return { before: () => busy };
    });
    const other = bar.place();
    await vi.waitFor(() => expect(isTaken).toBe(true), patiently);
    const asked = askAt(strict, 'queues', bar);
    await vi.waitFor(() => expect(isRead).toBe(true), patiently);
    server.clock.advance(600_001);
    go();
    expect((await asked).body.order.status).toBe('payment_aborted');
    await other;
    await strict.app.doChores();
    expect(await bar.rowOf(id)).toMatchObject({ status: 'payment_aborted', payment_due_at: null });
    expect(intent).toMatchObject({ status: 'canceled', tried: [] });
  });

  it.each(['before', 'acted'] as const)(
    'holds nothing where Stripe takes until after its end, %s acting',
    async (when) => {
      const hasty = await testServer({ beside: server, stripe: stripeAt(stripe), paymentTimeoutMs: 300 });
      const bar = await cardShop(hasty, stripe);
      const { id, intent, ask } = await agreed(`late-${when}`, asksBank, bar);
      let go = () => {};
      const busy = new Promise<void>((resolve) => (go = resolve));
      let answered = 0;
      const answers = { answered: () => void (answered += 1), [when]: () => busy };
      stripe.behave((request) => (asksFor(confirming)(request) ? answers : null));
      expect((await ask()).body.order.status).toBe('payment_working');
      await later(600_001);
      await hasty.app.doChores();
      expect(await bar.rowOf(id)).toMatchObject({ status: 'payment_aborted', payment_due_at: null });
      go();
      await vi.waitFor(() => expect(answered).toBeGreaterThan(0), patiently);
      expect(intent.status).toBe('canceled');
      expect((await ask()).body.order.status).toBe('payment_aborted');
      await hasty.close();
    },
  );
});
