import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import pLimit, { type LimitFunction } from 'p-limit';
import fs from 'stubborn-fs';

/** How long another program, such as a virus scanner on Windows, may hold a file that is to be read or replaced. */
const HELD_MS = 5_000;

/** One write of a file at a time, because its temporary file has one name: what a killed till left is replaced. */
const turns = new Map<string, LimitFunction>();

/**
 * Writes a file that only its owner can read: to a temporary file beside it, synced, renamed, and its name synced. Of
 * several writes the last call's stays.
 */
export function writeSecretFile(file: string, contents: Buffer): Promise<void> {
  const turn = turns.get(file) ?? pLimit(1);
  turns.set(file, turn);
  return turn(() => replace(file, contents));
}

async function replace(file: string, contents: Buffer): Promise<void> {
  const beside = `${file}.new`;
  const handle = await open(beside, 'w', 0o600);
  try {
    await handle.writeFile(contents);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await fs.retry.rename({ timeout: HELD_MS })(beside, file);
  await syncFolder(path.dirname(file));
}

/** Makes a file's new name durable. Windows needs no such sync and cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // A file system that syncs no folders, such as a network's, keeps names its own way.
    if (!['EINVAL', 'ENOTSUP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await handle.close();
  }
}

/** Null if the file does not exist. Throws if it cannot be read, also once a program that holds it had time to let go. */
export async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await fs.retry.readFile({ timeout: HELD_MS })(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export async function removeFile(file: string): Promise<void> {
  await rm(file, { force: true });
}
