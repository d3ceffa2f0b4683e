import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
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

/** Files of one seller that wait to be made an image, at most; a day old they are swept. */
const MOST_WAITING = 50;

/** Keeps pictures below `folder`; several servers need the same one (D38). */
export function builtInImageStore(options: { folder: string; secret: string; clock: Clock }): BuiltInStore {
  const { folder, secret, clock } = options;
  const base = '/api/images/';
  const fileOf = (key: string) => path.join(folder, ...key.split('/'));
  const signatureOf = ({ key, type, sizeBytes, expires }: SignedUpload) =>
    createHmac('sha256', secret)
      .update(['image-upload', key, type, sizeBytes ?? '', expires].join('\n'))
      .digest('base64url');

  /** Fills a file beside the others, under a name that nothing else reads. */
  async function fill(write: (file: Awaited<ReturnType<typeof open>>) => Promise<boolean>) {
    const incoming = path.join(folder, 'incoming');
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    const temporary = path.join(incoming, randomUUID());
    const file = await open(temporary, 'wx', 0o600);
    try {
      const whole = await write(file);
      if (whole) await file.sync();
      return { temporary, whole };
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    } finally {
      await file.close();
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
      const waiting = await filesBelow(path.dirname(path.dirname(target)));
      if (waiting.length >= MOST_WAITING) return 'too-many';
      const filled = await fill(async (file) => {
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
      const { temporary } = await fill(async (file) => {
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
