import path from 'node:path';
import { defineConfig } from 'vite';

/** Bundles the server's own code; packages stay in node_modules. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '..'),
  logLevel: 'warn',
  ssr: { external: true },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node24',
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        admin: 'server/commands/admin.ts',
        'pglite-worker': 'server/database/pglite-worker.ts',
        backup: 'server/commands/backup.ts',
        restore: 'server/commands/restore.ts',
        move: 'server/commands/move.ts',
        migrate: 'server/commands/migrate.ts',
        'verify-reports': 'server/commands/verify-reports.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
});
