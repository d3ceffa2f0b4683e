import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { classNames } from '../lint/class-names.js';
import { licences } from '../lint/licences.js';
import { pageWalls } from '../lint/page-walls.js';

/** The till's page. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), pageWalls(), licences()],
  css: { modules: classNames },
  logLevel: 'warn',
  build: {
    outDir: path.resolve(import.meta.dirname, '../dist/renderer'),
    emptyOutDir: true,
    target: 'chrome130',
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The imports of app/way-to-board.ts are intended; in the browser they are loaded later.
      checks: { ineffectiveDynamicImport: false },
      // The page, and the hidden one that rings (main/alerts/bell.ts).
      input: ['index.html', 'bell.html'].map((page) => path.resolve(import.meta.dirname, page)),
    },
    chunkSizeWarningLimit: 1500,
  },
});
