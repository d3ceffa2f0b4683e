/** `npm run backup -- [FILE]`: backs the database up, whether the server runs or not. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { backupFolder, backupName } from '../backups/backup-files.ts';
import { askForBackup } from '../backups/backup-socket.ts';
import { backUpInto, copyBackup, embeddedBackups } from '../backups/embedded-backups.ts';
import { dumpPostgres } from '../backups/postgres-backups.ts';
import { readPlaces } from '../config/config.ts';
import { needDatabase } from '../config/need-database.ts';
import { openPglite } from '../database/pglite-database.ts';
import { namedFile, runCommand } from './run.ts';

const usage = 'npm run backup -- [FILE]   into FILE, or into the folder backups of DATA_DIR';

await runCommand({ usage, most: 1 }, async ([name]) => {
  const { dataDir, databaseUrl, backupsKept } = readPlaces(process.env);
  const file = name === undefined ? null : namedFile(name);
  if (file !== null && existsSync(file)) throw new Error(`There is a file ${file} already.`);
  if (databaseUrl !== null) {
    const dump = file ?? path.join(backupFolder(dataDir), backupName(new Date(), 'dump'));
    await dumpPostgres(databaseUrl, dump);
    return dump;
  }
  const made = await askForBackup(dataDir);
  if (made === null) return backUpStopped(dataDir, backupsKept, file);
  if (file === null) return made;
  await copyBackup(made, file, dataDir);
  return file;
});

async function backUpStopped(dataDir: string, keep: number, file: string | null): Promise<string> {
  needDatabase(dataDir);
  const database = await openPglite({ dataDir });
  try {
    if (file === null)
      return await embeddedBackups(database, { dataDir, keep, everyMs: 0, now: () => new Date() }).make();
    await backUpInto(database, file, dataDir);
    return file;
  } finally {
    await database.close();
  }
}
