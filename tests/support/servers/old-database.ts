import type { Database } from '../../../server/database/database.ts';
import { migrate, migrations } from '../../../server/database/migrate.ts';
import { openPglite } from '../../../server/database/pglite-database.ts';
import { openPostgres } from '../../../server/database/postgres-database.ts';
import { onPostgres, ownersUrl } from '../../../server/testing/database.ts';
import { emptyDatabase } from './empty-database.ts';

/** A database with every migration before the one of that name. Closing it removes it. */
export async function databaseBefore(name: string): Promise<Database> {
  const database = await open();
  await migrate(
    database,
    migrations.filter((migration) => migration.name < name),
  );
  return database;
}

async function open(): Promise<Database> {
  if (!onPostgres) return openPglite({ dataDir: null });
  const { url, drop } = await emptyDatabase(ownersUrl);
  const database = openPostgres(url, { connections: 1 });
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}
