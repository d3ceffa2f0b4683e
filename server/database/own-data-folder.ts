import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Other users of this machine can read the data folder, and the server must not change that itself. */
class DataFolderIsOpen extends Error {
  constructor(folder: string) {
    super(
      `Other users of this machine can enter the data folder ${folder}. Close it (chmod 700 '${folder}'), or name in DATA_DIR a folder that is not there yet: the server makes it for itself alone.`,
    );
    this.name = 'DataFolderIsOpen';
  }
}

/** The permission bits of group and others. */
const OF_OTHERS = 0o077;
const STICKY = 0o1000;
/** What a server writes into its data folder. A folder with anything else in it is used by others too. */
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

/** Also a database that an operator has put aside, like `pglite.broken`. */
const isOurs = (name: string): boolean => ours.has(name) || name.startsWith('pglite.');

/**
 * Makes a data folder private to its owner, or throws {@link DataFolderIsOpen}. An existing folder is closed only if
 * it belongs to this process and holds nothing else: to close `/srv` would lock others out.
 */
export function ownDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Windows has no modes; a user's folders there are private already.
  if (process.platform === 'win32') return;
  const { mode, uid } = statSync(folder);
  const names = readdirSync(folder);
  if (mode & OF_OTHERS) {
    const mine = uid === process.getuid?.() && !(mode & STICKY);
    if (!mine || !names.every(isOurs)) throw new DataFolderIsOpen(folder);
    chmodSync(folder, 0o700);
  }
  // PGlite makes its files writable for everybody, so only the folder around them protects them.
  for (const name of names.filter(isOurs)) closeToOthers(path.join(folder, name));
}

function closeToOthers(file: string): void {
  // Another server that is refused this folder may just have removed its own file.
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if (mode & OF_OTHERS) chmodSync(file, mode & ~OF_OTHERS);
}
