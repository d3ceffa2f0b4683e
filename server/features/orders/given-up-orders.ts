import { pence } from '#shared/base/money.ts';
import { v7 as newId } from 'uuid';
import type { Database } from '../../database/database.ts';
import type { Idempotency } from '../../http/serve.ts';

const nothing = pence(0);

/**
 * Uses a key up, so that no order can be placed with it any more: with an order of nothing, which keeps the key as every
 * order does. It is deleted with the unpaid ones. Does nothing if the key is used already, or if the outlet is closed.
 * No lock is needed: of an order with the same key only one is ever written, and the session may be finished meanwhile,
 * since nothing counts an order that was given up.
 */
export async function giveKeyUp(
  { kysely }: Database,
  outletId: string,
  { key, requestHash }: Idempotency,
  now: Date,
): Promise<void> {
  const feed = await kysely
    .selectFrom('outlet_feeds')
    .select('trading_session_id')
    .where('outlet_id', '=', outletId)
    .executeTakeFirst();
  if (!feed?.trading_session_id) return;
  await kysely
    .insertInto('orders')
    .values({
      id: newId(),
      outlet_id: outletId,
      trading_session_id: feed.trading_session_id,
      order_number: 0,
      status: 'payment_aborted',
      version: 1,
      customer_name: '',
      items: '[]',
      item_status: '[]',
      amount: nothing,
      service_charge: nothing,
      tip: nothing,
      platform_fee: nothing,
      card_fee: nothing,
      created_at: now,
      idempotency_key: key,
      idempotency_hash: requestHash,
    })
    .onConflict((conflict) =>
      conflict.columns(['outlet_id', 'idempotency_key']).where('idempotency_key', 'is not', null).doNothing(),
    )
    .execute();
}
