import path from 'node:path';
import { defineConfig } from 'vite';
import { licences } from '../lint/licences.js';

/** The main process, in one file with all it needs but Electron. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '..'),
  plugins: [licences()],
  logLevel: 'warn',
  ssr: { noExternal: true, external: ['electron'] },
  build: {
    ssr: 'main/main.ts',
    outDir: 'dist/main',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: { output: { format: 'cjs', entryFileNames: 'main.cjs', codeSplitting: false } },
  },
});
