import { randomUUID } from 'node:crypto';
import { basketOfTea, type TestServer, type Trading } from '../../../server/testing/server.ts';
import { screenOf } from './live-screen.ts';
import { server } from './set-up.ts';

/** Places an order, and answers with the whole reply. */
export const place = (
  { outletId }: Pick<Trading, 'outletId'>,
  at: TestServer = server,
  basket = {},
  key = randomUUID() as string,
) =>
  at.send(
    'POST',
    `/customers/outlets/${outletId}/orders`,
    { ...basketOfTea, ...basket },
    { 'idempotency-key': key },
  );

/** What the menu says of whether the outlet takes orders. */
export const onTheMenu = async ({ outletId }: Trading, at: TestServer = server) =>
  (await at.send('GET', `/customers/outlets/${outletId}/menu`)).body.ordering;

/** A screen without a socket says that it can ring. */
export const proves = ({ id, outletId }: Pick<Trading, 'id' | 'outletId'>, at: TestServer = server) =>
  at.sendFor(id)('POST', `/sellers/outlets/${outletId}/listening`, screenOf('Bar'));

export const ordersOf = ({ outletId }: Trading, at: TestServer = server) =>
  at.database.kysely
    .selectFrom('orders')
    .select(['id', 'created_at'])
    .where('outlet_id', '=', outletId)
    .execute();
