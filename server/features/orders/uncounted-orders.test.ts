import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { basketOfTea, testServer } from '../../testing/server.ts';
import { setUpCardShop, shop } from '../../../tests/support/shop/set-up-cards.ts';
import { server } from '../../../tests/support/shop/set-up.ts';

setUpCardShop();

/** Nothing can be counted any more, as on a disk that is full by then. */
beforeEach(() => {
  const run = server.database.run.bind(server.database);
  const spied = vi.spyOn(server.database, 'run').mockImplementation(async (statement, parameters) => {
    if (statement.name === 'limits_add') throw new Error('The database is away');
    return run(statement, parameters);
  });
  return () => spied.mockRestore();
});
const failed = () =>
  expect(vi.mocked(server.database.run).mock.calls.map(([{ name }]) => name)).toContain('limits_add');

it('an order whose money is held is answered, though it cannot be counted: its guest does not order again (D69)', async () => {
  const key = randomUUID();
  const { status, body } = await shop.place({}, key);
  failed();
  expect([status, body.order.status]).toEqual([201, 'deliver_pending']);
  expect(body.order.orderNumber).toBeGreaterThan(0);
  expect((await shop.place({}, key)).body).toEqual(body);
});

it('so is one whose card was declined', async () => {
  const key = randomUUID();
  const declined = { paymentMethod: 'pm_card_visa_chargeDeclined' };
  const { status, body } = await shop.place(declined, key);
  failed();
  expect([status, body.order.status]).toEqual([201, 'payment_failure']);
  expect((await shop.place(declined, key)).body).toEqual(body);
});

it('so is one that a provider declines at once', async () => {
  const other = await testServer({ beside: server });
  onTestFinished(() => other.close());
  const bar = await other.trading();
  const place = (paymentMethod: string) =>
    other.send(
      'POST',
      `/customers/outlets/${bar.outletId}/orders`,
      { ...basketOfTea, paymentMethod },
      { 'idempotency-key': randomUUID() },
    );
  expect(await place('test_declined')).toMatchObject({
    status: 201,
    body: { order: { status: 'payment_failure' } },
  });
  failed();
});
