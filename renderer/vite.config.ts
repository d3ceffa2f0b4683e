import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageWalls } from '../lint/page-walls.js';

/** The till's page. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), pageWalls()],
  logLevel: 'warn',
  build: {
    outDir: path.resolve(import.meta.dirname, '../dist/renderer'),
    emptyOutDir: true,
    target: 'chrome130',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
  },
});
