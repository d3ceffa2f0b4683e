import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'vite';

/** Builds the service worker after the app, with the list of files to cache. */
export function serviceWorker(outDir: string): Plugin {
  let apiBase = '/api';
  return {
    name: 'house:service-worker',
    apply: 'build',
    configResolved({ env }) {
      apiBase = String(env['VITE_API_URL'] ?? '/api').replace(/\/$/, '');
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const file = path.join(outDir, 'app.html');
        // A build that failed has none, and says why once its plugins have ended.
        if (!existsSync(file)) return;
        const page = readFileSync(file, 'utf8');
        const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file);
        const name = createHash('sha256').update(page).digest('hex').slice(0, 12);
        await build({
          configFile: false,
          root: path.resolve(import.meta.dirname, '..'),
          publicDir: false,
          logLevel: 'warn',
          define: {
            SHELL_BUILD: JSON.stringify(name),
            SHELL_FILES: JSON.stringify(files),
            API_BASE: JSON.stringify(apiBase),
          },
          build: {
            outDir,
            emptyOutDir: false,
            target: 'es2023',
            modulePreload: false,
            rolldownOptions: {
              input: path.resolve(import.meta.dirname, '../worker/service-worker.ts'),
              output: { entryFileNames: 'service-worker.js' },
            },
          },
        });
      },
    },
  };
}
