import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * Copies a file into a new folder that nobody else may enter. The file is opened once, so `sha512` (base64) is that
 * of the copy, even if the original changes meanwhile. A link is not followed.
 */
export async function privateCopy(source: string, folder: string): Promise<{ file: string; sha512: string }> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  const file = path.join(folder, path.basename(source));
  // Windows has no such flag.
  const from = await open(source, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  const hash = createHash('sha512');
  try {
    const to = await open(file, 'wx', 0o700);
    await pipeline(
      from.createReadStream(),
      async function* hashed(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      to.createWriteStream({ flush: true }),
    );
  } finally {
    await from.close().catch(() => undefined);
  }
  return { file, sha512: hash.digest('base64') };
}
