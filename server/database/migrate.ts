import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { isDatabaseError, sqlState, type Database } from './database.ts';
import { firstShift } from './migrations/0001-first-shift.ts';
import { cards } from './migrations/0003-cards.ts';
import { review } from './migrations/0004-review.ts';
import { refunds } from './migrations/0006-refunds.ts';
import { orderSeen } from './migrations/0008-order-seen.ts';
import { signedOut } from './migrations/0009-signed-out.ts';
import { outletScreens } from './migrations/0011-outlet-screens.ts';
import { printClaims } from './migrations/0012-print-claims.ts';
import { signIns } from './migrations/0013-sign-ins.ts';
import { unpaidOrders } from './migrations/0014-unpaid-orders.ts';
import { tokensAge } from './migrations/0015-tokens-age.ts';
import { catalogSizes } from './migrations/0016-catalog-sizes.ts';
import { auditChain } from './migrations/0017-audit-chain.ts';
import { pauses } from './migrations/0018-pauses.ts';
import { escalation } from './migrations/0019-escalation.ts';
import { readyToTrade } from './migrations/0020-ready-to-trade.ts';
import { orderActions } from './migrations/0021-order-actions.ts';
import { moneyAtRisk } from './migrations/0022-money-at-risk.ts';
import { ledgerTransactions } from './migrations/0023-ledger-transactions.ts';
import { smallOrderCharges } from './migrations/0024-small-order-charges.ts';
import { providerFees } from './migrations/0025-provider-fees.ts';
import { payouts } from './migrations/0026-payouts.ts';
import { timeZones } from './migrations/0029-time-zones.ts';
import { vat } from './migrations/0030-vat.ts';
import { sessionReports } from './migrations/0031-session-reports.ts';
import { refundedLines } from './migrations/0032-refunded-lines.ts';
import { notesRead } from './migrations/0033-notes-read.ts';
import { ageChecks } from './migrations/0034-age-checks.ts';
import { putOff } from './migrations/0035-put-off.ts';
import { stations } from './migrations/0036-stations.ts';
import { portions } from './migrations/0037-portions.ts';
import { readyTimes } from './migrations/0038-ready-times.ts';
import { menuHours } from './migrations/0039-menu-hours.ts';
import { orderSearch } from './migrations/0040-order-search.ts';
import { ordersListedTogether } from './migrations/0041-orders-listed-together.ts';
import { stationScreens } from './migrations/0042-station-screens.ts';
import { cardOfOrder } from './migrations/0043-card-of-order.ts';
import { stationTimes } from './migrations/0044-station-times.ts';
import { guestPage } from './migrations/0045-guest-page.ts';
import { ordersToCollect } from './migrations/0046-orders-to-collect.ts';
import { orderNotifications } from './migrations/0047-order-notifications.ts';
import { unansweredOrders } from './migrations/0048-unanswered-orders.ts';
import { ordersNeverClosed } from './migrations/0049-orders-never-closed.ts';
import { gonePhones } from './migrations/0050-gone-phones.ts';

/** Every migration, oldest first. They only go forward, and are never edited once released. */
export const migrations = [
  { name: '0001-first-shift', sql: firstShift },
  { name: '0003-cards', sql: cards },
  { name: '0004-review', sql: review },
  { name: '0006-refunds', sql: refunds },
  { name: '0008-order-seen', sql: orderSeen },
  { name: '0009-signed-out', sql: signedOut },
  { name: '0011-outlet-screens', sql: outletScreens },
  { name: '0012-print-claims', sql: printClaims },
  { name: '0013-sign-ins', sql: signIns },
  { name: '0014-unpaid-orders', sql: unpaidOrders },
  { name: '0015-tokens-age', sql: tokensAge },
  { name: '0016-catalog-sizes', sql: catalogSizes },
  { name: '0017-audit-chain', sql: auditChain },
  { name: '0018-pauses', sql: pauses },
  { name: '0019-escalation', sql: escalation },
  { name: '0020-ready-to-trade', sql: readyToTrade },
  { name: '0021-order-actions', sql: orderActions },
  { name: '0022-money-at-risk', sql: moneyAtRisk },
  { name: '0023-ledger-transactions', sql: ledgerTransactions },
  { name: '0024-small-order-charges', sql: smallOrderCharges },
  { name: '0025-provider-fees', sql: providerFees },
  { name: '0026-payouts', sql: payouts },
  { name: '0029-time-zones', sql: timeZones },
  { name: '0030-vat', sql: vat },
  { name: '0031-session-reports', sql: sessionReports },
  { name: '0032-refunded-lines', sql: refundedLines },
  { name: '0033-notes-read', sql: notesRead },
  { name: '0034-age-checks', sql: ageChecks },
  { name: '0035-put-off', sql: putOff },
  { name: '0036-stations', sql: stations },
  { name: '0037-portions', sql: portions },
  { name: '0038-ready-times', sql: readyTimes },
  { name: '0039-menu-hours', sql: menuHours },
  { name: '0040-order-search', sql: orderSearch },
  { name: '0041-orders-listed-together', sql: ordersListedTogether },
  { name: '0042-station-screens', sql: stationScreens },
  { name: '0043-card-of-order', sql: cardOfOrder },
  { name: '0044-station-times', sql: stationTimes },
  { name: '0045-guest-page', sql: guestPage },
  { name: '0046-orders-to-collect', sql: ordersToCollect },
  { name: '0047-order-notifications', sql: orderNotifications },
  { name: '0048-unanswered-orders', sql: unansweredOrders },
  { name: '0049-orders-never-closed', sql: ordersNeverClosed },
  { name: '0050-gone-phones', sql: gonePhones },
];

/** An arbitrary number, the same in every server, so that only one migrates at a time. */
const ADVISORY_LOCK = 7_362_411;

type Applied = { name: string; checksum: string };

/**
 * Migrates the database to this program's schema in one transaction, however many servers start at once. Throws if
 * the database is newer than the program, or if an applied migration has been edited since.
 */
export async function migrate(database: Database, known = migrations): Promise<void> {
  // A server's role may own nothing, so it can only check that no migration is due.
  const upToDate = await isUpToDate(database, known).catch(
    explained('The role of DATABASE_URL may not read the database, as after a restore.'),
  );
  if (upToDate) return;
  await apply(database, known).catch(
    explained('The database is older than this version, and the role of DATABASE_URL may not change it.'),
  );
}

/** Says what to do where the role lacks a right, and what that means. */
function explained(meaning: string): (error: unknown) => never {
  return (error) => {
    if (!isDatabaseError(error, sqlState.notPermitted)) throw error;
    throw new Error(`${meaning} Run npm run migrate -- ROLE as its owner first.`, { cause: error });
  };
}

async function isUpToDate({ kysely }: Database, known: typeof migrations): Promise<boolean> {
  const { rows: found } = await sql`select 1 where to_regclass('migrations') is not null`.execute(kysely);
  if (found.length === 0) return false;
  const { rows } = await sql<Applied>`select name, checksum from migrations order by name`.execute(kysely);
  refuseUnknown(rows, known);
  return rows.length === known.length;
}

async function apply(database: Database, known: typeof migrations): Promise<void> {
  await database.kysely.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(tx);
    await sql`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    )`.execute(tx);
    const { rows } = await sql<Applied>`select name, checksum from migrations order by name`.execute(tx);
    refuseUnknown(rows, known);
    for (const migration of known.slice(rows.length)) {
      for (const statement of statementsOf(migration.sql)) await sql.raw(statement).execute(tx);
      await sql`insert into migrations (name, checksum) values (${migration.name}, ${checksum(migration.sql)})`.execute(
        tx,
      );
    }
  });
}

function refuseUnknown(applied: Applied[], known: typeof migrations): void {
  applied.forEach(({ name, checksum: stored }, index) => {
    const expected = known[index];
    if (!expected || expected.name !== name)
      throw new Error(
        `The database has the migration ${name}, which this version does not know. Run the newer version.`,
      );
    if (checksum(expected.sql) !== stored)
      throw new Error(`The migration ${name} is not the one this database was made with.`);
  });
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Every statement of a migration ends with a semicolon at the end of a line. */
function statementsOf(script: string): string[] {
  return script
    .split(/;\s*\n/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
