import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ownDataFolder } from './own-data-folder.ts';

/** The data folder is in use by another process. */
export class DataFolderInUse extends Error {
  constructor(folder: string) {
    super(
      `Another server already uses the data folder ${folder}. Stop it first, or name another folder in DATA_DIR.`,
    );
    this.name = 'DataFolderInUse';
  }
}

export type DataFolderLock = { release(): void };

/** SQLite's result code for a file that another process has locked. */
const SQLITE_BUSY = 5;

/**
 * Locks the folder for this process, or throws {@link DataFolderInUse} or a `DataFolderIsOpen`.
 * PGlite itself lets two processes open one folder, which corrupts it. Node has no file locks, but its SQLite does:
 * an exclusive lock on an empty file inside the folder. Every container that mounts the folder sees the same file,
 * the lock is taken in one step, and the kernel releases it however the process ends, so that there are no stale
 * locks to clear.
 */
export function lockDataFolder(folder: string): DataFolderLock {
  ownDataFolder(folder);
  const file = new DatabaseSync(path.join(folder, 'lock'));
  try {
    file.exec('begin exclusive');
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)
      throw new DataFolderInUse(folder);
    throw error;
  }
  return { release: () => file.close() };
}
