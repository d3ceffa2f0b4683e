import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs';
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { freeBytes, LEAST_FREE_BYTES } from '../core/disk-space.ts';
import { isForbidden } from '../core/forbidden-files.ts';
import { lockDataFolder } from '../database/data-folder-lock.ts';
import { isDatabaseError, sqlState, type DatabaseError } from '../database/database.ts';
import { CannotOpen, openPglite, type PgliteDatabase } from '../database/pglite-database.ts';
import { tableSums } from './copy-tables.ts';
import {
  backupFolder,
  backupName,
  isAhead,
  listBackups,
  pruneBackups,
  removeAbandoned,
  sync,
  syncTree,
  timeOfBackup,
  writeWhole,
} from './backup-files.ts';
import { restoringIn } from './refuse-empty.ts';

const SLICE_BYTES = 1024 * 1024;

export type EmbeddedBackups = {
  /** Makes a backup, or joins the one that is under way; resolves to the file's path. */
  make(): Promise<string>;
  /** Whether the newest backup is at least `everyMs` old; one from a time to come is not counted. */
  due(): boolean;
  /** Ends the one that is under way, without a file; none is made afterwards. */
  breakOff(): void;
};

/** Backups of the embedded database, made while it runs; only the newest `keep` remain. */
export function embeddedBackups(
  database: Pick<PgliteDatabase, 'dump'>,
  {
    dataDir,
    keep,
    everyMs,
    now,
    leastFreeBytes = LEAST_FREE_BYTES,
  }: { dataDir: string; keep: number; everyMs: number; now: () => Date; leastFreeBytes?: number },
): EmbeddedBackups {
  let making: Promise<string> | null = null;
  const brokenOff = new AbortController();

  async function write(): Promise<string> {
    const at = now();
    // First, since they may take the very room that this one needs.
    removeAbandoned(dataDir, at);
    const file = path.join(backupFolder(dataDir), backupName(at, 'tar.gz'));
    const dump = Buffer.from(await database.dump());
    refuseWithoutRoom(dataDir, expectedBytes(dataDir, dump), leastFreeBytes);
    await writeWhole(file, (partial) => writeArchive(dump, partial, brokenOff.signal));
    // At the time of its name, so that this one is the newest though the clock be set back meanwhile.
    pruneBackups(dataDir, keep, at);
    return file;
  }

  async function make(): Promise<string> {
    making ??= write().finally(() => (making = null));
    return making;
  }
  return {
    make,
    due() {
      const at = now();
      const newest = listBackups(dataDir, at).at(-1) ?? '';
      const made = timeOfBackup(newest);
      return made === null || isAhead(newest, at) || at.getTime() - made.getTime() >= everyMs;
    },
    breakOff: () => brokenOff.abort(),
  };
}

/** Backs a database up into `file` alone: nothing is written beside the database, and no older backup is removed. */
export async function backUpInto(
  database: Pick<PgliteDatabase, 'dump'>,
  file: string,
  dataDir: string,
  leastFreeBytes = LEAST_FREE_BYTES,
): Promise<void> {
  const dump = Buffer.from(await database.dump());
  await writeWhole(file, async (partial) => {
    if (areOnOneDisk(partial, dataDir))
      refuseWithoutRoom(dataDir, expectedBytes(dataDir, dump), leastFreeBytes);
    await writeArchive(dump, partial);
  });
}

/** Copies a backup that was made beside the database to `file`. */
export async function copyBackup(
  made: string,
  file: string,
  dataDir: string,
  leastFreeBytes = LEAST_FREE_BYTES,
): Promise<void> {
  await writeWhole(file, async (partial) => {
    if (areOnOneDisk(partial, dataDir)) refuseWithoutRoom(dataDir, statSync(made).size, leastFreeBytes);
    await copyFile(made, partial);
  });
}

function areOnOneDisk(one: string, other: string): boolean {
  return statSync(one).dev === statSync(other).dev;
}

/** The size of a dump's archive: about that of the newest backup. */
function expectedBytes(dataDir: string, dump: Buffer): number {
  const newest = listBackups(dataDir).at(-1);
  return newest === undefined ? dump.length / 4 : statSync(newest).size * 1.25;
}

/** Throws where a backup would take room that the database needs. */
function refuseWithoutRoom(dataDir: string, expected: number, leastFreeBytes: number): void {
  if (freeBytes(dataDir) - expected < leastFreeBytes)
    throw new Error(
      'There is too little room on the disk of the data folder for one more backup. While the server is stopped, npm run backup -- FILE needs room at FILE alone, which may be on another disk.',
    );
}

async function writeArchive(dump: Buffer, file: string, brokenOff?: AbortSignal): Promise<void> {
  try {
    await pipeline(Readable.from(slices(dump)), createGzip(), createWriteStream(file), { signal: brokenOff });
  } catch (error) {
    throw brokenOff?.aborted ? new Error('The server was stopped meanwhile.', { cause: error }) : error;
  }
}

/** Compressing slice by slice bounds the memory that it takes. */
function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}

/**
 * Restores a backup into a `dataDir` that has no database. The database's folder gets its name only once all of
 * it is on the disk, so that an interrupted restore is never taken for a database.
 */
export async function restoreEmbedded(
  file: string,
  dataDir: string,
  { leastFreeBytes = LEAST_FREE_BYTES, free = freeBytes } = {},
): Promise<void> {
  await needBackup(file);
  const target = path.join(dataDir, 'pglite');
  const lock = lockDataFolder(dataDir);
  try {
    if (existsSync(target))
      throw new Error(
        `There is a database in ${target} already. Move it away first, or name an empty folder in DATA_DIR.`,
      );
    const restoring = restoringIn(dataDir);
    await rm(restoring, { recursive: true, force: true });
    await mkdir(restoring);
    await sync(dataDir);
    try {
      await unpackInto(restoring, file, { leastFreeBytes, free: () => free(dataDir) });
    } catch (error) {
      await rm(restoring, { recursive: true, force: true });
      throw error;
    }
    await syncTree(path.join(restoring, 'pglite'));
    await rename(path.join(restoring, 'pglite'), target);
    await sync(dataDir);
    await rm(restoring, { recursive: true, force: true });
  } finally {
    lock.release();
  }
}

async function unpackInto(
  restoring: string,
  file: string,
  { leastFreeBytes, free }: { leastFreeBytes: number; free: () => number },
): Promise<void> {
  const template = await readBackup(file);
  const needed = template.byteLength + leastFreeBytes;
  const dataDir = path.dirname(restoring);
  if (free() < needed) throw tooLittleRoom(dataDir, needed);
  await unpack(template, restoring).catch((error: unknown) => {
    // Without room even a sound backup cannot be opened, so nothing is known of this one.
    const full = isDatabaseError(error, sqlState.diskFull) || free() < leastFreeBytes;
    throw full ? tooLittleRoom(dataDir, needed, error) : error;
  });
}

function tooLittleRoom(dataDir: string, needed: number, cause?: unknown): Error {
  const megabytes = Math.ceil(needed / 1024 / 1024);
  return new Error(
    `There is too little room in ${dataDir}: ${megabytes} MB must be free. The backup is untouched.`,
    { cause },
  );
}

/** Throws where a backup's first byte cannot be read, before a folder is made for it: its name may be mistyped. */
async function needBackup(file: string): Promise<void> {
  try {
    await using handle = await open(file);
    await handle.read(Buffer.alloc(1));
  } catch (error) {
    throw whyNotRead(file, error);
  }
}

async function readBackup(file: string): Promise<ArrayBuffer> {
  const unpacked = createGunzip();
  const [bytes] = await Promise.all([
    buffer(unpacked),
    pipeline(createReadStream(file), unpacked, { end: true }),
  ]).catch((error: unknown) => {
    throw whyNotRead(file, error);
  });
  return new Uint8Array(bytes).buffer;
}

/** Only an error of zlib says something of the backup; any other is of the file or of this machine. */
function whyNotRead(file: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new Error(`There is no file ${file}.`, { cause: error });
  if (isForbidden(error)) return new Error(`You may not read ${file}.`, { cause: error });
  if (code === 'EISDIR') return new Error(`${file} is a folder. Name the backup in it.`, { cause: error });
  if (!code.startsWith('Z_')) return error;
  return new Error(`${file} is not a whole backup of an embedded database.`, { cause: error });
}

/** Corrupted data (XX), data of no valid form (22), or a file that is missing (58P01). */
const OF_THE_DATA = /^(?:XX|22|58P01)/;

async function unpack(template: ArrayBuffer, restoring: string): Promise<void> {
  const database = await openPglite({ dataDir: restoring, template }).catch((error: unknown) => {
    if (!(error instanceof CannotOpen)) throw error;
    throw new Error(`This version cannot open what is in the backup (${error.reason}).`, { cause: error });
  });
  try {
    // PostgreSQL verifies a page's checksum only when the page is read.
    await database.kysely.transaction().execute(tableSums);
  } catch (error) {
    const { code = '', message } = error as Partial<DatabaseError>;
    if (!OF_THE_DATA.test(code)) throw error;
    throw new Error(`What is in the backup is damaged (${message}). Take an older one.`, { cause: error });
  } finally {
    await database.close();
  }
}
