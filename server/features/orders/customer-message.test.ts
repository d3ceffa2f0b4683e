import { expect, it } from 'vitest';
import { basketOfTea } from '../../testing/server.ts';
import { later, server, setUpShop, shop } from '../../../tests/support/shop/set-up.ts';

setUpShop();

async function place(key: string) {
  const { body } = await server.send('POST', `/customers/outlets/${shop.outletId}/orders`, basketOfTea, {
    'idempotency-key': key,
  });
  const tracked = async () =>
    (await server.send('GET', `/customers/orders/${body.order.id}?token=${body.trackingToken}`)).body;
  return { id: body.order.id, tracked };
}
const cancel = (id: string, body?: object) => shop.send('POST', `/sellers/orders/cancel/${id}`, body);

it('a customer reads why their order was cancelled in the seller’s words for them, and not those for staff (D48)', async () => {
  const { id, tracked } = await place('sold-out');
  expect((await tracked()).message).toBeNull();
  const { body } = await cancel(id, {
    reason: 'rude on the phone',
    forCustomer: ' Sorry, the kitchen is closed. ',
  });
  expect(body.cancellation).toEqual({
    reason: 'rude on the phone',
    forCustomer: 'Sorry, the kitchen is closed.',
    stage: 'deliver_pending',
  });
  const seen = await tracked();
  expect(seen).toMatchObject({
    status: 'deliver_aborted',
    message: 'Sorry, the kitchen is closed. You have not been charged.',
  });
  expect(JSON.stringify(seen)).not.toContain('rude');
});

it('without words they read that it was cancelled (D48)', async () => {
  const { id, tracked } = await place('no-words');
  expect((await cancel(id)).body.cancellation).toEqual({ reason: null, stage: 'deliver_pending' });
  expect((await tracked()).message).toBe('Your order was cancelled. You have not been charged.');
});

it.each([[' '], ['x'.repeat(201)]])('refuses the words "%s" (D6)', async (forCustomer) => {
  const { id } = await place(`words-${forCustomer.length}`);
  expect((await cancel(id, { forCustomer })).status).toBe(400);
  expect((await shop.send('GET', `/sellers/orders/${id}`)).body.status).toBe('deliver_pending');
});

it('a customer reads that nobody took their order in time (D48)', async () => {
  const { tracked } = await place('expires');
  await later(10 * 60_000);
  expect(await tracked()).toMatchObject({
    status: 'deliver_expired',
    message: 'Nobody could take your order in time. You have not been charged.',
  });
});
