import path from 'node:path';
import { defineConfig } from 'vite';
import { licences } from '../lint/licences.js';

/** The main process with all it needs but Electron: what is imported when it is needed is a file of its own. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '..'),
  plugins: [licences()],
  logLevel: 'warn',
  ssr: { noExternal: true, external: ['electron'] },
  build: {
    ssr: true,
    outDir: 'dist/main',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      input: { main: 'main/main.ts', till: 'main/till.ts' },
      output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
    },
  },
});
