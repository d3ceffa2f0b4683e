import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Other people on this machine can get at the data folder, and it is not for the server to change that. */
export class DataFolderIsOpen extends Error {
  constructor(folder: string) {
    super(
      `Other users of this machine can enter the data folder ${folder}. Close it (chmod 700 '${folder}'), or name in DATA_DIR a folder that is not there yet: the server makes it for itself alone.`,
    );
    this.name = 'DataFolderIsOpen';
  }
}

/** Of everybody but the owner. */
const OF_OTHERS = 0o077;
const STICKY = 0o1000;
/** What a server puts into its data folder. A folder with anything else in it is not only the server's. */
const ours = new Set([
  'backup.sock',
  'backups',
  'images',
  'lock',
  'lock-journal',
  'pglite',
  'restoring',
  'token-secret',
]);

/**
 * Makes a data folder its owner's alone, or throws {@link DataFolderIsOpen}. A folder that was there before is closed where
 * it belongs to this process and has nothing else in it: to close `/srv` would take it from those who need it.
 */
export function ownDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Windows has no modes; what is in a user's folder there is the user's.
  if (process.platform === 'win32') return;
  const { mode, uid } = statSync(folder);
  const names = readdirSync(folder);
  if (mode & OF_OTHERS) {
    const mine = uid === process.getuid?.() && !(mode & STICKY);
    if (!mine || !names.every((name) => ours.has(name))) throw new DataFolderIsOpen(folder);
    chmodSync(folder, 0o700);
  }
  // PGlite makes its files writable for everybody, so the folder around them counts.
  for (const name of names.filter((one) => ours.has(one))) closeToOthers(path.join(folder, name));
}

function closeToOthers(file: string): void {
  // Another server that is refused this folder may just have removed its own.
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if (mode & OF_OTHERS) chmodSync(file, mode & ~OF_OTHERS);
}
