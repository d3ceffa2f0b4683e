import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** One page with one script file, built like the product. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  logLevel: 'warn',
  build: {
    outDir: path.resolve(import.meta.dirname, '../../../.cache/bench-sign-in'),
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      input: path.resolve(import.meta.dirname, 'antd.html'),
      output: { codeSplitting: false },
    },
  },
});
