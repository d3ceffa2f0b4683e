import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const worthIt = /\.(?:html|css|js|svg|json|webmanifest|xml|txt)$/;
/** A smaller reply fits one packet either way. In bytes. */
const SMALLEST = 860;

/** Writes `.br` and `.gz` beside each file of the finished build, compressed as far as possible. */
export function compressed(folder: string): Plugin {
  return {
    name: 'house:compressed',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
          const file = path.join(entry.parentPath, entry.name);
          // The server puts a different nonce into the app's pages each time.
          if (!entry.isFile() || !worthIt.test(entry.name) || /^app\..*html$/.test(entry.name)) continue;
          const plain = readFileSync(file);
          if (plain.length < SMALLEST) continue;
          writeFileSync(
            `${file}.br`,
            brotliCompressSync(plain, {
              params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
            }),
          );
          writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }));
        }
      },
    },
  };
}
