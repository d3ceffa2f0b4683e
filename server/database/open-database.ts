import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openPglite, type OnLost } from './pglite-database.ts';
import { openPostgres } from './postgres-database.ts';

/** Opens the PostgreSQL server at `databaseUrl`, or else the embedded database under `dataDir`, and migrates it. */
export async function openDatabase(
  config: { databaseUrl: string | null; dataDir: string },
  onLost?: OnLost,
): Promise<Database> {
  const database = config.databaseUrl
    ? openPostgres(config.databaseUrl)
    : await openPglite({ dataDir: config.dataDir }, onLost);
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
