import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '../core/clock.ts';
import { sqlState } from '../database/database.ts';
import { freeBytes, LEAST_FREE_BYTES } from '../core/disk-space.ts';
import { UPLOAD_ADDRESS_MS, type ImageStore, type Upload } from './image-store.ts';

/** A file on its way in: kept, over the size it may have, broken off, there already, or its sender has too many waiting. */
export type Received = 'kept' | 'too-large' | 'broken' | 'taken' | 'too-many';

/** An upload that its address signs, with its end in Unix seconds. */
export type SignedUpload = Upload & { expires: number };

export type BuiltInStore = ImageStore & {
  /** Where the public pictures are. */
  readonly picturesFolder: string;
  /** Whether an address is one of ours and still good. */
  isSigned(upload: SignedUpload, signature: string): boolean;
  /** Writes while it reads, and never more than `mostBytes`; what is not kept leaves nothing behind. */
  receive(key: string, body: Readable, mostBytes: number): Promise<Received>;
};

/** Files of one seller that wait to be made an image, at most, those on their way among them; a day old they are swept. */
const MOST_WAITING = 50;

/** Keeps pictures below `folder`; several servers need the same one (D38). */
export function builtInImageStore(options: {
  folder: string;
  secret: string;
  clock: Clock;
  /** Nothing is written that would leave less than this on the disk. */
  leastFreeBytes?: number;
}): BuiltInStore {
  const { folder, secret, clock, leastFreeBytes = LEAST_FREE_BYTES } = options;
  /** How many files of each seller are on their way, by the folder of what waits. */
  const arriving = new Map<string, number>();
  /** What files that are being written may still come to. */
  let reserved = 0;
  const base = '/api/images/';
  const fileOf = (key: string) => path.join(folder, ...key.split('/'));
  const signatureOf = ({ key, type, sizeBytes, expires }: SignedUpload) =>
    createHmac('sha256', secret)
      .update(['image-upload', key, type, sizeBytes ?? '', expires].join('\n'))
      .digest('base64url');

  /** Fills a file beside the others, under a name that nothing else reads. */
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

  /** Whether one more file of a seller may come; it counts from here to the end of `receive`. */
  async function mayCome(folderOfSeller: string): Promise<boolean> {
    // Counted before anything is waited for: all that begin at once see each other.
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
      // What is too much is not read, but its sender is to be told so: the stream stays open.
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

/** Every file below a folder; none where there is no such folder. */
async function filesBelow(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Makes a file's new name as lasting as the file; Windows does so by itself, and opens no folder. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
