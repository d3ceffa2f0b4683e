import { seedAccount, seedCatalog, seedOutlet, seedPassword, startTrading } from '../../demo/seed-rows.ts';
import type { Database } from '../../server/database/database.ts';
import type { Category } from '../../shared/api/catalogs.ts';
import { pence } from '../../shared/base/money.ts';
import type { Target } from './flood.ts';
import type { Shop } from './shop.ts';

/**
 * Connects every seller to a card account, and adds an account that waits for review and a seller with the most
 * menus.
 */
export async function seedAttack(
  database: Database,
  { sellers, outlets }: Pick<Shop, 'sellers' | 'outlets'>,
  cardAccount: string,
): Promise<Target> {
  const now = new Date();
  const { kysely } = database;
  await kysely
    .updateTable('accounts')
    .set({ stripe_connect_id: cardAccount, stripe_connected_at: now })
    .execute();
  const accounts = await kysely.selectFrom('accounts').select(['id', 'email']).execute();
  const pendingEmail = 'pending@attack.test';
  await seedAccount(database, pendingEmail, 'Nobody Ltd', 'pending', now);

  const hoarder = sellers.at(-1)!;
  const large = largeMenu();
  let catalog = '';
  for (let n = 0; n < 20; n += 1) catalog = await seedCatalog(database, hoarder.id, `Menu ${n}`, large, now);
  const outlet = await seedOutlet(database, hoarder.id, 'Hoard', '', 'verified', catalog, now);
  await startTrading(database, outlet, now);
  return {
    origin: '',
    outlets,
    basket: '',
    password: seedPassword,
    pendingEmail,
    emails: accounts.map(({ email }) => email),
    hoarder: {
      get token() {
        return hoarder.token;
      },
      outlet,
    },
  };
}

/** Some 900 KB. */
function largeMenu(): Category[] {
  return Array.from({ length: 22 }, (_, category) => ({
    id: `c${category}`,
    name: `Category ${category}`,
    list: Array.from({ length: 40 }, (__, item) => ({
      id: `i${category}-${item}`,
      name: `Item ${item}`,
      cost: pence(100 + item),
      note: `${category}.${item} `.repeat(200).slice(0, 950),
      modifiers: [],
    })),
  }));
}
