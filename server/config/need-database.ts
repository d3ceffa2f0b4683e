import { existsSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from './config.ts';

/** Whether a data folder holds an embedded database. */
export const holdsDatabase = (dataDir: string): boolean => existsSync(path.join(dataDir, 'pglite'));

/** Throws {@link ConfigError} where there is none: to open it would make a new, empty one in the wrong folder. */
export function needDatabase(dataDir: string): void {
  if (!holdsDatabase(dataDir))
    throw new ConfigError(`There is no database in ${dataDir}. Name its folder in DATA_DIR.`);
}
