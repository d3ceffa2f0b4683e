import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The pages that floors are measured on, built like the product. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  logLevel: 'warn',
  build: {
    outDir: path.resolve(import.meta.dirname, '../../../.cache/bench-pages'),
    emptyOutDir: true,
    rolldownOptions: {
      input: ['bare.html', 'naive.html'].map((page) => path.resolve(import.meta.dirname, page)),
    },
  },
});
