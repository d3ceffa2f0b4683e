/** Adds catalogs without end and prints each number once its commit was acknowledged; for the durability tests. */
import { openDatabase } from '../database/open-database.ts';

const [, , dataDir = '', mode] = process.argv;
/** `alone` has one writer, so that every acknowledgement has a sync of its own. */
const writers = mode === 'alone' ? 1 : 4;

try {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  process.once('SIGTERM', () => void database.close().then(() => process.exit(0)));
  const owner = `owner-${process.pid}`;
  const blank = { company_website: '', company_phone_number: '', address_line_1: '', address_line_2: '' };
  await database.kysely
    .insertInto('accounts')
    .values({
      ...blank,
      id: owner,
      email: owner,
      password_hash: '',
      company_name: '',
      city: '',
      county: '',
      country: '',
      postcode: '',
      created_at: new Date(),
    })
    .execute();
  let number = 0;
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (;;) {
        const mine = ++number;
        const name = `${process.pid}-${mine}`;
        await database.kysely
          .insertInto('catalogs')
          .values({ id: name, seller_id: owner, name, revision: 1, created_at: new Date() })
          .execute();
        process.stdout.write(`${mine}\n`);
      }
    }),
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
