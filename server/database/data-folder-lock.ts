import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, unlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The data folder is in use by another process. */
export class DataFolderInUse extends Error {
  constructor(folder: string) {
    super(
      `Another server already uses the data folder ${folder}. Stop it first, or name another folder in DATA_DIR.`,
    );
    this.name = 'DataFolderInUse';
  }
}

export type DataFolderLock = { release(): Promise<void> };

/**
 * Takes the folder for this process, or throws {@link DataFolderInUse}. PGlite itself lets two processes open, and
 * ruin, one folder. The lock is a listening socket, so the kernel lets go of it however the process ends; a socket
 * file that nobody listens on any more is cleared, a live holder is never disturbed.
 */
export async function lockDataFolder(folder: string): Promise<DataFolderLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const address = lockAddress(realpathSync(folder));
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const server = await tryToListen(address);
    if (server) return { release: () => new Promise((resolve) => server.close(() => resolve())) };
    if (await someoneListens(address)) throw new DataFolderInUse(folder);
    removeStaleSocket(address);
  }
  throw new DataFolderInUse(folder);
}

/**
 * Inside the folder, so that it is the same from every container that mounts it; but a Unix socket's path holds
 * about 100 bytes, so a deep folder's lock lies in the system's temporary folder under a name made from its path.
 */
function lockAddress(folder: string): string {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  if (process.platform === 'win32') return `\\\\.\\pipe\\servery-${name}`;
  const inside = path.join(folder, 'lock.sock');
  return Buffer.byteLength(inside) < 100 ? inside : path.join(tmpdir(), `servery-${name}.sock`);
}

function tryToListen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.unref();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(address, () => resolve(server));
  });
}

/** Only a refused connection proves that nobody listens; anything else counts as somebody. */
function someoneListens(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT'),
    );
  });
}

function removeStaleSocket(address: string): void {
  if (process.platform === 'win32') return;
  try {
    unlinkSync(address);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
