import path from 'node:path';
import { defineConfig } from 'vite';

/** The preload is one CommonJS script, because the sandbox requires that. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '..'),
  logLevel: 'warn',
  ssr: { noExternal: true, external: ['electron'] },
  build: {
    ssr: 'preload/preload.ts',
    outDir: 'dist/preload',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: { output: { format: 'cjs', entryFileNames: 'preload.cjs', codeSplitting: false } },
  },
});
