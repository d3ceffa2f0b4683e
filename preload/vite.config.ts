import path from 'node:path';
import { defineConfig } from 'vite';
import { hostNames } from '../shared/host/ipc.ts';

/**
 * The preload is one CommonJS script, because the sandbox requires that; it gets the names of the contract and none of
 * its code.
 */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '..'),
  logLevel: 'warn',
  define: { HOST_NAMES: JSON.stringify(hostNames) },
  ssr: { noExternal: true, external: ['electron'] },
  build: {
    ssr: 'preload/preload.ts',
    outDir: 'dist/preload',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: { output: { format: 'cjs', entryFileNames: 'preload.cjs', codeSplitting: false } },
  },
});
