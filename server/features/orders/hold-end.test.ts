import { expect, it } from 'vitest';
import { setUpCardShop, stripe, shop } from '../../../tests/support/shop/set-up-cards.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';
import type { Behaviour } from '../../testing/fake-stripe.ts';

const HOLD_MS = 7 * 24 * 60 * 60_000;

// An order may wait for longer than any card holds money.
setUpCardShop({ orderExpiryMs: 3 * HOLD_MS });

const complete = (id: string) => shop.send('POST', `/sellers/orders/complete/${id}`);
const captures = () => stripe.requests.filter(({ path }) => path.endsWith('/capture')).length;

/** An order that was closed while Stripe did so with its payment. */
async function closedWhile(behaviour: Behaviour): Promise<string> {
  const { id } = (await shop.place()).body.order;
  await shop.deliver(id);
  stripe.behave((request) => (request.path.includes(shop.intentOf(id).id) ? behaviour : null));
  expect((await complete(id)).body.status).toBe('deliver_success');
  stripe.behave(null);
  return id;
}

it('an open order expires before its hold ends, however far it has come, and is never captured (P12)', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.push((await shop.place()).body.order.id);
  const [fresh = '', accepted = '', delivered = ''] = ids;
  await shop.send('POST', `/sellers/orders/accept/${accepted}`);
  await shop.deliver(delivered);
  server.clock.advance(HOLD_MS - 60_000);
  const asked = captures();
  // No chore has run yet: closing the order is refused all the same.
  expect(await complete(delivered)).toMatchObject({
    status: 409,
    body: { current: { status: 'deliver_expired' } },
  });
  await server.app.doChores();
  for (const id of [fresh, accepted, delivered]) {
    expect((await shop.rowOf(id)).status).toBe('deliver_expired');
    expect(shop.intentOf(id)).toMatchObject({ status: 'canceled', amount_received: 0 });
  }
  expect(captures()).toBe(asked);
});

it('a closed order whose money could not be taken in time is not asked for again, and says so (P12)', async () => {
  const id = await closedWhile({ before: () => 500 });
  shop.account.lapse(shop.intentOf(id));
  server.clock.advance(HOLD_MS);
  const asked = captures();
  await server.app.doChores();
  expect(captures()).toBe(asked);
  expect(await shop.rowOf(id)).toMatchObject({ status: 'deliver_success', payment_due_at: null });
  const { body } = await shop.send('GET', `/sellers/orders/${id}`);
  expect(body.payment.captureError).toContain('ended before the order was closed');
});

it('money that was taken in time is found, though its answer was lost until the hold had ended (P12)', async () => {
  const id = await closedWhile({ acted: () => 'drop' });
  await later(HOLD_MS);
  expect((await shop.rowOf(id)).status).toBe('complete');
});

it('money that the provider still holds is taken once, though the hold has ended by this server’s clock (P12)', async () => {
  const id = await closedWhile({ before: () => 500 });
  await later(HOLD_MS);
  expect((await shop.rowOf(id)).status).toBe('complete');
  expect(shop.intentOf(id)).toMatchObject({ captures: 1, amount_received: 620 });
});
