import { statSync } from 'node:fs';
import path from 'node:path';
import { isForbidden, mayNotRead } from '../core/forbidden-files.ts';
import { ConfigError } from './config.ts';

/** Whether a data folder holds an embedded database; throws {@link ConfigError} where this user may not look. */
export function holdsDatabase(dataDir: string): boolean {
  try {
    return statSync(path.join(dataDir, 'pglite'), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw new ConfigError(mayNotRead(dataDir));
  }
}

/** Throws {@link ConfigError} where there is none: to open it would make a new, empty one in the wrong folder. */
export function needDatabase(dataDir: string): void {
  if (!holdsDatabase(dataDir))
    throw new ConfigError(`There is no database in ${dataDir}. Name its folder in DATA_DIR.`);
}
