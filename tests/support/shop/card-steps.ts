import type { FakeRequest } from '../../../server/testing/fake-stripe.ts';
import { server } from './set-up.ts';
import { shop, stripe } from './set-up-cards.ts';

/** Chores and requests run beside each other, on a machine that may be busy. */
export const patiently = { timeout: 30_000 };

export const asksFor = (path: RegExp) => (request: FakeRequest) =>
  request.method === 'POST' && path.test(request.path) ? request : null;
export const sent = (path: RegExp, since: number) =>
  stripe.requests.slice(since).filter((request) => asksFor(path)(request));
export const live = async () =>
  (await shop.send('GET', `/sellers/outlets/${shop.outletId}/orders`)).body as { id: string }[];
export const complete = (id: string, key: string) =>
  shop.send('POST', `/sellers/orders/complete/${id}`, undefined, { 'idempotency-key': key });
export const feed = () =>
  server.database.kysely
    .selectFrom('outlet_feeds')
    .select(['seq', 'last_order_number'])
    .where('outlet_id', '=', shop.outletId)
    .executeTakeFirstOrThrow();
