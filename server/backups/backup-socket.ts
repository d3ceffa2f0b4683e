import { createHash } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { isForbidden, mayNotRead } from '../core/forbidden-files.ts';

/**
 * The socket by which `npm run backup` reaches the server that holds the data folder. It lies inside that
 * folder, for the folder's owner alone, and can only start a backup into the folder's own `backups`. It is
 * never a port.
 */
function socketOf(dataDir: string): string {
  if (process.platform !== 'win32') return path.join(dataDir, 'backup.sock');
  const name = createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 32);
  return `\\\\.\\pipe\\servery-backup-${name}`;
}

/** How long a client may take to read its answer; a suspended one never does. */
const READ_WITHIN_MS = 2_000;

type Answer = { file: string } | { error: string };

export type BackupSocket = { close(): Promise<void> };

/**
 * Only the holder of the folder's lock may call this: a socket that exists already was left by a server that
 * was killed.
 */
export async function answerBackups(
  dataDir: string,
  make: () => Promise<string>,
  readWithinMs = READ_WITHIN_MS,
): Promise<BackupSocket> {
  const address = socketOf(dataDir);
  const onDisk = process.platform !== 'win32';
  if (onDisk) rmSync(address, { force: true });
  const server = createServer((client) => {
    client.on('error', () => client.destroy());
    make()
      .then((file): Answer => ({ file }))
      .catch((error: unknown): Answer => ({ error: error instanceof Error ? error.message : String(error) }))
      .then((answer) => client.end(JSON.stringify(answer)).setTimeout(readWithinMs, () => client.destroy()))
      .catch(() => client.destroy());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address, resolve));
  if (onDisk) chmodSync(address, 0o600);
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Asks the server of a data folder for a backup: its path, or null where no server runs there. */
export async function askForBackup(dataDir: string): Promise<string | null> {
  const client = connect(socketOf(dataDir));
  try {
    const answer = JSON.parse(await text(client)) as Answer;
    if ('error' in answer) throw new Error(`The server could not make a backup: ${answer.error}`);
    return answer.file;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (isForbidden(error)) throw new Error(mayNotRead(dataDir), { cause: error });
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return null;
    throw error;
  } finally {
    client.destroy();
  }
}
