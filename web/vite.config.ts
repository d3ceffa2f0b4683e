import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { classNames } from '../lint/class-names.js';
import { licences } from '../lint/licences.js';
import { pageWalls } from '../lint/page-walls.js';
import { apiOrigin } from './build/api-origin.ts';
import { compressed } from './build/compressed.ts';
import { earlySignIn } from './build/early-sign-in.ts';
import { guestPages } from './build/guest-pages.ts';
import { publicSite } from './build/public-site.ts';
import { serviceWorker } from './build/service-worker.ts';
import { stylesAgain } from './build/styles-again.ts';

const api = process.env['SERVERY_API_ORIGIN'] ?? 'http://127.0.0.1:4000';

/** In development, too, unknown paths fall back to app.html; the guest's pages are the server's. */
const historyFallback: Plugin = {
  name: 'history-fallback',
  configureServer({ middlewares }) {
    middlewares.use((request, _reply, next) => {
      const { url = '/', headers } = request;
      const isScreen = !url.includes('.') && !url.startsWith('/o/');
      if (headers.accept?.includes('text/html') && isScreen) request.url = '/app.html';
      next();
    });
  },
};

const built = process.env['SERVERY_BUILD_TO'] ?? path.resolve(import.meta.dirname, '../dist');
const outDir = path.join(built, 'web');

/** The browser's build: a static site; unknown paths fall back to app.html. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    pageWalls(),
    licences(),
    apiOrigin(),
    publicSite(outDir),
    guestPages(outDir, path.join(built, 'guest')),
    stylesAgain(),
    earlySignIn(outDir),
    serviceWorker(outDir),
    historyFallback,
    compressed(outDir),
  ],
  css: { modules: classNames },
  logLevel: 'warn',
  define: {
    'import.meta.env.VITE_VERSION': JSON.stringify(process.env['npm_package_version'] ?? 'development'),
  },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // The supported browsers preload modules natively.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: path.resolve(import.meta.dirname, 'app.html'),
      output: {
        codeSplitting: {
          groups: [
            // One file for what every page needs, so that signing in takes few requests.
            { name: 'app', tags: ['$initial'] },
            // The file above names all others, so few of them keep it small: one for what screens share, one for an admin's.
            {
              name: 'ui',
              test: /renderer\/(?:ui\/(?:cards|check|chip|choice|field-notes|late|load-problem|page|page-nonce|row|spread|text-fields|use-media)|orders\/place-of|bands\/(?:nobody-listens|ordering-chip)|state\/queries)\.|helpers\/esm\/extends|icons\/(?:ban|bell-off|circle-pause|download|pause|plus|unplug)\./,
            },
            { name: 'admin', test: /renderer\/features\/admin\// },
            // One file for the API calls and the readers of their replies; each screen needs some of them.
            { name: 'calls', test: /renderer\/api\/(?:calls|carried-fields|loose-values|read-|same)/ },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 1500,
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': api, '/o/': api, '/socket.io': { target: api, ws: true } } },
});
