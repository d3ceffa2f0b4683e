import type { Updateable } from 'kysely';
import type { Category } from '#shared/api/catalogs.ts';
import type { Station } from '#shared/api/stations.ts';
import type { Database } from '../server/database/database.ts';
import type { AccountsTable, OutletsTable } from '../server/database/schema.ts';
import { pastSession, type PastSession } from './history.ts';
import { cafeMenu, ferryMenu } from './menu.ts';
import { withPromises } from './promises.ts';
import { seedAccount, seedCatalog, seedOutlet, seedPassword, startTrading } from './seed-rows.ts';

/** The demo's accounts, which exist only on its throw-away database. */
export const demoAccounts = {
  seller: 'seller@servery.test',
  admin: 'admin@servery.test',
  pending: 'pending@servery.test',
  unconnected: 'unconnected@servery.test',
  refused: 'refused@servery.test',
  disconnected: 'disconnected@servery.test',
  password: seedPassword,
} as const;

export type DemoOutlets = { ferry: string; cafe: string };

const day = 24 * 60 * 60_000;

/** Fills an empty database with the demo's data. The Old Ferry is trading already, so that orders arrive at once. */
export async function seedDemo(database: Database, now: Date): Promise<DemoOutlets> {
  const seller = await seedAccount(database, demoAccounts.seller, 'Thames Taverns Ltd', 'verified', now);
  await seedAccount(database, demoAccounts.admin, 'Servery', 'verified', now, true);
  await seedAccount(database, demoAccounts.pending, 'The Copper Kettle', 'pending', now);
  await seedStripeAccounts(database, seller, now);

  const menu = ferryMenu();
  const ferryCatalog = await seedCatalog(database, seller, 'Summer menu', menu, now);
  const cafeCatalog = await seedCatalog(database, seller, 'Café', cafeMenu(), now);
  const ferry = await seedOutlet(
    database,
    seller,
    'The Old Ferry',
    'Bankside',
    'verified',
    ferryCatalog,
    now,
  );
  const cafe = await seedOutlet(database, seller, 'Ferry Café', 'Borough', 'verified', cafeCatalog, now);
  await seedOutlet(database, seller, 'The Lighterman', 'Wapping', 'pending', null, now);

  await setOutlet(database, ferry, {
    stations: JSON.stringify(kitchenAndBar(menu)),
    promises_ready_time: true,
  });
  await seedHistory(database, ferry, menu, now);
  await startTrading(database, ferry, now);
  return { ferry, cafe };
}

/** The four states of a Stripe account: the seller's is connected, and three more sellers have none. */
async function seedStripeAccounts(database: Database, connected: string, now: Date) {
  await setStripe(database, connected, {
    stripe_connect_id: 'acct_demoThamesTaverns',
    stripe_connected_at: now,
  });
  await seedAccount(database, demoAccounts.unconnected, 'The Brew Dock', 'verified', now);
  const refused = await seedAccount(database, demoAccounts.refused, 'Pier Pizza', 'verified', now);
  await setStripe(database, refused, { stripe_connect_error: 'This authorization code has expired.' });
  const disconnected = await seedAccount(database, demoAccounts.disconnected, 'Quay Coffee', 'verified', now);
  await setStripe(database, disconnected, {
    stripe_connect_error: 'This account was disconnected at Stripe. Please connect one again.',
  });
}

function setStripe(database: Database, id: string, columns: Updateable<AccountsTable>) {
  return database.kysely.updateTable('accounts').set(columns).where('id', '=', id).execute();
}

/** Food is made in the kitchen; all that is drunk, at the bar. */
function kitchenAndBar(menu: Category[]): Station[] {
  const drinks = new Set(['Draught', 'Wine and spirits', 'Soft and hot drinks']);
  const ids = (atBar: boolean) => menu.filter(({ name }) => drinks.has(name) === atBar).map(({ id }) => id);
  return [
    { id: 'demo-kitchen', name: 'Kitchen', categories: ids(false), fallback: null },
    { id: 'demo-bar', name: 'Bar', categories: ids(true), fallback: null },
  ];
}

function setOutlet(database: Database, id: string, columns: Updateable<OutletsTable>) {
  return database.kysely.updateTable('outlets').set(columns).where('id', '=', id).execute();
}

async function seedHistory(database: Database, outletId: string, menu: Category[], now: Date) {
  const before: PastSession['orders'] = [];
  for (const [daysAgo, orders] of [
    [13, 22],
    [9, 34],
    [7, 41],
    [6, 28],
    [3, 37],
    [2, 45],
    [1, 31],
  ] as const) {
    const startedAt = new Date(Math.floor((now.getTime() - daysAgo * day) / day) * day + 17 * 60 * 60_000);
    const past = pastSession(outletId, menu, startedAt, orders);
    const promised = withPromises(past.orders, before);
    before.push(...past.orders);
    await database.kysely.insertInto('trading_sessions').values(past.session).execute();
    await database.kysely.insertInto('orders').values(promised).execute();
    if (past.refunds.length > 0) await database.kysely.insertInto('refunds').values(past.refunds).execute();
    await database.kysely.transaction().execute(async (tx) => {
      await tx.insertInto('ledger_transactions').values(past.transactions).execute();
      await tx.insertInto('ledger_entries').values(past.entries).execute();
    });
  }
}
