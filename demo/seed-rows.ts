import { randomUUID } from 'node:crypto';
import type { AccountStatusValue } from '#shared/base/account-statuses.ts';
import type { Category } from '#shared/api/catalogs.ts';
import type { Database } from '../server/database/database.ts';
import { tryCreateAccount } from '../server/features/accounts/create-account.ts';

/**
 * Rows that no call of the API can make, such as a verified seller; for the demo and for tests. Each returns its id.
 */

/** The password of every seeded account. */
export const seedPassword = 'servery-demo';

export async function seedAccount(
  database: Database,
  email: string,
  companyName: string,
  status: AccountStatusValue,
  createdAt: Date,
  isAdmin = false,
): Promise<string> {
  const account = await tryCreateAccount(database, {
    email,
    password: seedPassword,
    companyName,
    companyWebsite: 'https://servery.test',
    companyPhoneNumber: '020 7946 0123',
    addressLine1: '1 Bankside Walk',
    addressLine2: '',
    city: 'London',
    county: '',
    country: 'United Kingdom',
    postcode: 'SE1 9DX',
    status,
    isAdmin,
    createdAt,
  });
  if (!account) throw new Error(`There is an account for ${email} already`);
  return account.id;
}

export async function seedCatalog(
  database: Database,
  sellerId: string,
  name: string,
  categories: Category[],
  at: Date,
) {
  const id = randomUUID();
  await database.kysely
    .insertInto('catalogs')
    .values({ id, seller_id: sellerId, name, revision: 1, created_at: at })
    .execute();
  await database.kysely
    .insertInto('catalog_revisions')
    .values({ catalog_id: id, revision: 1, name, categories: JSON.stringify(categories), created_at: at })
    .execute();
  return id;
}

export async function seedOutlet(
  database: Database,
  sellerId: string,
  name: string,
  district: string,
  status: AccountStatusValue,
  catalogId: string | null,
  at: Date,
) {
  const id = randomUUID();
  await database.kysely
    .insertInto('outlets')
    .values({
      id,
      seller_id: sellerId,
      name,
      url: 'https://servery.test',
      telephone: '020 7946 0456',
      email: 'hello@servery.test',
      line_one: '12 River Street',
      line_two: district,
      city: 'London',
      county: '',
      country: 'United Kingdom',
      postcode: 'SE1 9DX',
      building_name_or_number: '12',
      street: 'River Street',
      lat: 51.5076,
      lon: -0.0994,
      services: JSON.stringify([{ name: 'Burgers', slug: 'burgers' }]),
      service_type: 'table-number',
      status,
      catalog_id: catalogId,
      created_at: at,
    })
    .execute();
  await database.kysely.insertInto('outlet_feeds').values({ outlet_id: id }).execute();
  return id;
}

export async function startTrading(database: Database, outletId: string, at: Date) {
  const id = randomUUID();
  await database.kysely
    .insertInto('trading_sessions')
    .values({ id, outlet_id: outletId, started_at: at })
    .execute();
  await database.kysely
    .updateTable('outlet_feeds')
    .set({ trading_session_id: id })
    .where('outlet_id', '=', outletId)
    .execute();
  await database.kysely
    .insertInto('outlet_listening')
    .values({ outlet_id: outletId, heard_at: at })
    .execute();
}
