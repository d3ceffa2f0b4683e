import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '../core/clock.ts';
import { sqlState } from '../database/database.ts';
import { freeBytes, LEAST_FREE_BYTES } from '../core/disk-space.ts';
import { UPLOAD_ADDRESS_MS, type ImageStore, type Upload } from './image-store.ts';

/**
 * The outcome of an upload: stored, larger than allowed, interrupted, already there, or too many of the sender's
 * files are waiting.
 */
export type Received = 'kept' | 'too-large' | 'broken' | 'taken' | 'too-many';

/** An upload that an address is signed for; `expires` is in Unix seconds. */
export type SignedUpload = Upload & { expires: number };

export type BuiltInStore = ImageStore & {
  /** The folder of the published pictures. */
  readonly picturesFolder: string;
  /** Whether an address was signed here and has not expired. */
  isSigned(upload: SignedUpload, signature: string): boolean;
  /** Streams to the disk, never more than `mostBytes`; a file that is not stored leaves nothing behind. */
  receive(key: string, body: Readable, mostBytes: number): Promise<Received>;
};

/** How many uploads of one seller may wait to be published, those in transit included; after a day they are swept. */
const MOST_WAITING = 50;

/** Stores pictures below `folder`; if there are several servers, all need the same folder. */
export function builtInImageStore(options: {
  folder: string;
  secret: string;
  clock: Clock;
  /** Refuses writes that would leave less than this free on the disk. */
  leastFreeBytes?: number;
}): BuiltInStore {
  const { folder, secret, clock, leastFreeBytes = LEAST_FREE_BYTES } = options;
  /** How many uploads of each seller are in transit, by the folder of their uploads. */
  const arriving = new Map<string, number>();
  /** Bytes that the files in transit may still take. */
  let reserved = 0;
  const base = '/api/images/';
  const fileOf = (key: string) => path.join(folder, ...key.split('/'));
  const signatureOf = ({ key, type, sizeBytes, expires }: SignedUpload) =>
    createHmac('sha256', secret)
      .update(['image-upload', key, type, sizeBytes ?? '', expires].join('\n'))
      .digest('base64url');

  /** Writes a file beside the others, under a name that nothing else reads. */
  async function fill(bytes: number, write: (file: Awaited<ReturnType<typeof open>>) => Promise<boolean>) {
    const incoming = path.join(folder, 'incoming');
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    if (freeBytes(incoming) - reserved - bytes < leastFreeBytes)
      throw Object.assign(new Error('The disk of the images is full'), { code: sqlState.diskFull });
    const temporary = path.join(incoming, randomUUID());
    reserved += bytes;
    const file = await open(temporary, 'wx', 0o600).catch((error: unknown) => {
      reserved -= bytes;
      throw error;
    });
    try {
      const whole = await write(file);
      if (whole) await file.sync();
      return { temporary, whole };
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    } finally {
      reserved -= bytes;
      await file.close();
    }
  }

  /** Whether a seller may upload one more file; a yes counts until `receive` ends. */
  async function mayCome(folderOfSeller: string): Promise<boolean> {
    // Counted before the first await, so that concurrent uploads see each other.
    const begun = (arriving.get(folderOfSeller) ?? 0) + 1;
    arriving.set(folderOfSeller, begun);
    return begun <= MOST_WAITING && (await filesBelow(folderOfSeller)).length + begun <= MOST_WAITING;
  }

  function hasCome(folderOfSeller: string): void {
    const left = (arriving.get(folderOfSeller) ?? 1) - 1;
    if (left > 0) arriving.set(folderOfSeller, left);
    else arriving.delete(folderOfSeller);
  }

  async function keepWhole(target: string, body: Readable, mostBytes: number): Promise<Received> {
    const filled = await fill(mostBytes, async (file) => {
      let bytes = 0;
      // The rest of an oversized file is not read, but the stream stays open for the reply.
      for await (const chunk of body.iterator({ destroyOnReturn: false })) {
        bytes += (chunk as Buffer).length;
        if (bytes > mostBytes) return false;
        await file.appendFile(chunk as Buffer);
      }
      return true;
    }).catch((error: unknown) => {
      if (body.errored) return null;
      throw error;
    });
    if (!filled) return 'broken';
    const { temporary, whole } = filled;
    try {
      if (!whole) return 'too-large';
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await link(temporary, target);
      await syncFolder(path.dirname(target));
      return 'kept';
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return 'taken';
      throw error;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  return {
    base,
    origins: { upload: [], show: [] },
    picturesFolder: path.join(folder, 'pictures'),

    async signUpload(upload) {
      const expires = Math.floor((clock.now().getTime() + UPLOAD_ADDRESS_MS) / 1000);
      const query = new URLSearchParams({
        type: upload.type,
        ...(upload.sizeBytes !== null && { size: String(upload.sizeBytes) }),
        expires: String(expires),
        signature: signatureOf({ ...upload, expires }),
      });
      return `${base}${upload.key}?${query.toString()}`;
    },

    isSigned(upload, signature) {
      const expected = Buffer.from(signatureOf(upload));
      const given = Buffer.from(signature);
      return (
        given.length === expected.length &&
        timingSafeEqual(given, expected) &&
        upload.expires * 1000 > clock.now().getTime()
      );
    },

    async receive(key, body, mostBytes) {
      const target = fileOf(key);
      const folderOfSeller = path.dirname(path.dirname(target));
      try {
        return (await mayCome(folderOfSeller)) ? await keepWhole(target, body, mostBytes) : 'too-many';
      } finally {
        hasCome(folderOfSeller);
      }
    },

    async read(key, mostBytes) {
      try {
        const { size } = await stat(fileOf(key));
        return size > mostBytes ? 'too-large' : await readFile(fileOf(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },

    async write(key, bytes) {
      const target = fileOf(key);
      const { temporary } = await fill(bytes.length, async (file) => {
        await file.writeFile(bytes);
        return true;
      });
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await rename(temporary, target);
      await syncFolder(path.dirname(target));
      await syncFolder(path.dirname(path.dirname(target)));
    },

    remove: (key) => rm(fileOf(key), { force: true }),

    async *list() {
      for (const file of await filesBelow(folder)) {
        const found = await stat(file).catch(() => null);
        if (found)
          yield { key: path.relative(folder, file).split(path.sep).join('/'), modifiedAt: found.mtime };
      }
    },
  };
}

/** Every file below a folder; none if the folder does not exist. */
async function filesBelow(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Makes a file's new name durable. Windows needs no such sync and cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
