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

/** SQLite's own result code for a file that somebody else has locked. */
const SQLITE_BUSY = 5;

/**
 * Takes the folder for this process and closes it to others, or throws {@link DataFolderInUse} or a `DataFolderIsOpen`.
 * PGlite itself lets two processes open, and ruin, one folder. Node has no file locks of its own but brings SQLite, which has: the lock is on an empty file inside
 * the folder, so every container that mounts it sees the same one; it is taken in one step; and the kernel lets go of it
 * however the process ends, so that nothing stale is ever to be told from a live holder and cleared.
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
