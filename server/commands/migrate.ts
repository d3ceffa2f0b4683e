/** `npm run migrate -- [ROLE]`: brings PostgreSQL's schema up to date as its owner, and lets ROLE use it and own nothing. */
import { readPlaces } from '../config/config.ts';
import { grantToServer } from '../database/grant-to-server.ts';
import { migrate } from '../database/migrate.ts';
import { openPostgres } from '../database/postgres-database.ts';
import { runCommand } from './run.ts';

const usage =
  'npm run migrate -- [ROLE]   as the owner of the database of DATABASE_URL; ROLE may then use it';

await runCommand({ usage, most: 1 }, async ([role]) => {
  const { databaseUrl } = readPlaces(process.env);
  if (databaseUrl === null)
    throw new Error('Which database? Name it in DATABASE_URL, with the role that owns it.');
  const database = openPostgres(databaseUrl, { connections: 1 });
  try {
    await migrate(database);
    if (role === undefined) return 'The schema is up to date.';
    await grantToServer(database, role);
    return `The schema is up to date, and ${role} may use it.`;
  } finally {
    await database.close();
  }
});
