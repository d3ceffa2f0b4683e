import type { Clock } from '../../core/clock.ts';
import { isDatabaseError, sqlState, type Database, type Statement } from '../../database/database.ts';
import { writeAlone, writeCounted, writeTogether } from './order-insert.ts';
import type { OrderRow } from './order-row.ts';
import { sharedWrites } from './shared-writes.ts';

/** An order ready to be written, and the facts of its outlet that it was priced with. */
export type Placement = {
  row: OrderRow;
  catalogId: string;
  revision: number;
  soldOutVersion: number;
  serviceType: string;
  expiryMinutes: number | null;
};

/**
 * What the outlet assigned to the order, and what it took of the counted items. A test order has the number 0; so has
 * one that is not paid for yet, which has no `seq` either.
 */
export type Written = Pick<OrderRow, 'order_number' | 'trading_session_id' | 'portions_taken'> & {
  seq: number;
};

/**
 * The outlet has changed since its facts were cached, takes no orders just now, or has too few left of an item; or
 * there is already an order with the same key.
 */
export type NotWritten = 'out-of-date' | 'key-taken';

type Row = Written & { id: string; outlet_id: string; is_counting: boolean };
type Waiting = { placement: Placement; settle: (result: Written | Promise<Written | NotWritten>) => void };

/**
 * Writes orders. Orders that arrive during a write wait for it and then share one commit, so that each costs the disk
 * and the database a fraction on a busy evening.
 */
export function orderIntake(database: Database, clock: Clock) {
  /** Outlets that counted items when an order was last written there. */
  const counting = new Set<string>();
  const writes = sharedWrites(writeBatch);

  /** The order is durable when this resolves. */
  function write(placement: Placement): Promise<Written | NotWritten> {
    return new Promise((settle) => writes.add({ placement, settle }));
  }

  async function writeBatch(batch: Waiting[]): Promise<void> {
    let written = new Map<string, Written>();
    try {
      written = await run(
        batch.some((one) => counting.has(outletOf(one))) ? writeCounted : writeTogether,
        batch.map(({ placement }) => placement),
      );
    } catch (error) {
      // An order that breaks a constraint rolls back all, so each is retried alone. Other outcomes are unknown.
      if (!isDatabaseError(error, sqlState.uniqueViolation)) {
        for (const { settle } of batch) settle(Promise.reject(error));
        return;
      }
    }
    // Orders that must wait for their outlet's row are written alone, so that they delay no other.
    for (const { placement, settle } of batch) settle(written.get(placement.row.id) ?? alone(placement));
  }

  async function alone(placement: Placement): Promise<Written | NotWritten> {
    try {
      const written = await run(writeAlone, [placement]);
      return written.get(placement.row.id) ?? 'out-of-date';
    } catch (error) {
      if (isDatabaseError(error, sqlState.uniqueViolation, 'orders_idempotency')) return 'key-taken';
      throw error;
    }
  }

  async function run(statement: Statement, placements: Placement[]): Promise<Map<string, Written>> {
    const rows = await database.run<Row>(statement, [
      JSON.stringify(placements.map((placement, place) => asGiven(placement, place, clock.now()))),
    ]);
    return new Map(
      rows.map(({ id, outlet_id: outletId, is_counting: isCounting, ...written }) => {
        if (isCounting) counting.add(outletId);
        else counting.delete(outletId);
        return [id, written];
      }),
    );
  }

  return { write };
}

const outletOf = ({ placement }: Waiting) => placement.row.outlet_id;

function asGiven(
  { row, catalogId, revision, soldOutVersion, serviceType, expiryMinutes }: Placement,
  place: number,
  now: Date,
) {
  // What is left out is null there, and the database reads it all the sooner.
  const filled = Object.entries(row).filter(([, value]) => value !== null);
  return {
    ...Object.fromEntries(filled),
    place,
    takes_seq: row.status === 'deliver_pending' ? 1 : 0,
    takes_number: row.status === 'deliver_pending' && !row.is_test ? 1 : 0,
    takes_portions: row.status !== 'payment_failure' && !row.is_test,
    catalog_id: catalogId,
    revision,
    sold_out_version: soldOutVersion,
    service_type: serviceType,
    expiry_minutes: expiryMinutes,
    written_at: now,
  };
}
