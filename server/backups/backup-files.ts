import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, open, readdir, rename } from 'node:fs/promises';
import path from 'node:path';

/** The folder of a data folder's backups. They are named by the time at which they were made. */
export const backupFolder = (dataDir: string): string => path.join(dataDir, 'backups');

const NAME = /^servery-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})Z\.(?:tar\.gz|dump)$/;

/** `tar.gz` for the embedded database, `dump` for one of a PostgreSQL server. */
export function backupName(at: Date, kind: 'tar.gz' | 'dump'): string {
  return `servery-${at.toISOString().replaceAll(':', '-')}.${kind}`;
}

/** When a backup was made, read from its name; null for a name of another form. */
export function timeOfBackup(file: string): Date | null {
  const [, day, hour, minute, second] = NAME.exec(path.basename(file)) ?? [];
  return day === undefined ? null : new Date(`${day}T${hour}:${minute}:${second}Z`);
}

/**
 * Absolute paths, oldest first. One from a time after `now` was made while the clock was ahead, so nobody knows when:
 * it counts as older than the others, or it would be the newest until that time has come.
 */
export function listBackups(dataDir: string, now = new Date()): string[] {
  const folder = backupFolder(dataDir);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder)
    .filter((name) => NAME.test(name))
    .toSorted();
  const ahead = names.filter((name) => isAhead(name, now));
  return [...ahead, ...names.filter((name) => !isAhead(name, now))].map((name) => path.join(folder, name));
}

/** Whether a backup is named by a time after `now`. */
export function isAhead(file: string, now: Date): boolean {
  return (timeOfBackup(file)?.getTime() ?? 0) > now.getTime();
}

const PARTIAL = '.partial';
/** A partial file to which nothing was written for so long is of a command that was killed. */
const ABANDONED_AFTER_MS = 24 * 60 * 60_000;

/** Removes all but the newest `keep` backups at the time `now`. */
export function pruneBackups(dataDir: string, keep: number, now: Date): void {
  for (const file of listBackups(dataDir, now).slice(0, -keep)) rmSync(file);
}

/**
 * Removes the partial files of interrupted backups. Only the holder of the data folder's lock may call this, while it
 * makes no backup.
 */
export function removeAbandoned(dataDir: string, now: Date): void {
  const folder = backupFolder(dataDir);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((file) => file.endsWith(PARTIAL)))
    if (isAbandoned(path.join(folder, name), now)) rmSync(path.join(folder, name), { force: true });
}

/**
 * Whether nobody writes a partial file any more. That of an embedded database's backup is written by the holder of the
 * lock alone; a dump, or a copy under a name of its own, by a command that holds no lock.
 */
function isAbandoned(partial: string, now: Date): boolean {
  const name = path.basename(partial, PARTIAL);
  if (NAME.test(name) && name.endsWith('.tar.gz')) return true;
  const written = statSync(partial, { throwIfNoEntry: false });
  return written !== undefined && now.getTime() - written.mtimeMs > ABANDONED_AFTER_MS;
}

/**
 * Lets `write` fill a partial file beside `file` and renames it once it is whole on the disk. Only its owner
 * can read it.
 */
export async function writeWhole(file: string, write: (partial: string) => Promise<void>): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const partial = `${file}${PARTIAL}`;
  rmSync(partial, { force: true });
  try {
    await (await open(partial, 'wx', 0o600)).close();
    await write(partial);
    await sync(partial);
    await rename(partial, file);
    await sync(path.dirname(file));
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** Syncs a folder with all that is in it. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) {
    const inside = path.join(folder, entry.name);
    if (entry.isDirectory()) await syncTree(inside);
    else if (entry.isFile()) await sync(inside);
  }
  await sync(folder);
}

/**
 * Syncs a folder so that the names in it survive a crash. Windows needs no such sync and cannot open folders.
 */
export async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (process.platform === 'win32' && error.code === 'EISDIR') return null;
    throw error;
  });
  await handle?.sync();
  await handle?.close();
}
