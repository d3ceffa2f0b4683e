import { randomUUID } from 'node:crypto';
import type { PlaceOrderBody } from '#shared/api/guest-orders.ts';
import { openStripe, type StripeParts } from '../../../server/payments/stripe.ts';
import type { FakeAccount, FakeIntent, FakeStripe } from '../../../server/testing/fake-stripe.ts';
import { basketOfTea, type Reply, type TestServer, type Trading } from '../../../server/testing/server.ts';

/** The real Stripe library and provider, connected to the stand-in. */
export function stripeAt(stripe: FakeStripe, webhookKeys = [stripe.webhookKey]): StripeParts {
  const { secretKey, clientId, origin: apiBase } = stripe;
  return openStripe({ secretKey, publishableKey: 'pk_test_platform', webhookKeys, clientId, apiBase });
}

/** A trading seller whose card payments go to an account of their own. */
export type CardShop = Trading & {
  account: FakeAccount;
  /** An order's intent at the Stripe stand-in. */
  intentOf(orderId: string): FakeIntent;
  /** Places an order by card; returns the whole reply. */
  place(basket?: Partial<PlaceOrderBody>, key?: string): Promise<Reply>;
  /** Moves an order to the step before closing. */
  deliver(orderId: string): Promise<void>;
  rowOf(orderId: string): Promise<{
    status: string;
    payment_due_at: Date | null;
    payment_attempts: number;
    version: number;
  }>;
};

export async function cardShop(server: TestServer, stripe: FakeStripe): Promise<CardShop> {
  const shop = await server.trading();
  const send = server.sendFor(shop.id);
  stripe.keepTime(server.clock);
  const account = stripe.account(`acct_${randomUUID().replaceAll('-', '')}`);
  await server.database.kysely
    .updateTable('accounts')
    .set({ stripe_connect_id: account.id, stripe_connected_at: server.clock.now() })
    .where('id', '=', shop.id)
    .execute();
  return {
    ...shop,
    send,
    account,
    intentOf: (orderId) => account.intentOf(orderId),
    async place(basket = {}, key = randomUUID()) {
      await server.hear(shop.outletId);
      return server.send(
        'POST',
        `/customers/outlets/${shop.outletId}/orders`,
        { ...basketOfTea, paymentMethod: 'pm_card_visa', ...basket },
        { 'idempotency-key': key },
      );
    },
    async deliver(orderId) {
      await send('POST', `/sellers/orders/accept/${orderId}`);
      await send('POST', `/sellers/orders/progress/${orderId}`, { items: ['1'], status: 'complete' });
    },
    rowOf: (orderId) =>
      server.database.kysely
        .selectFrom('orders')
        .select(['status', 'payment_due_at', 'payment_attempts', 'version'])
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow(),
  };
}
