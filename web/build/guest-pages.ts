import path from 'node:path';
import { build, type Plugin } from 'vite';
import type { GuestAssets } from '#shared/api/guest-pages.ts';
import { buildBeside } from './build-beside.ts';

const guest = path.resolve(import.meta.dirname, '../../guest');
const script = (name: string) => path.join(guest, name, `${name}.ts`);
const jsx = { jsx: { runtime: 'automatic', importSource: 'preact' } } as const;

/**
 * The guests' pages: their styles and scripts beside the app, of which they contain nothing, and in `pagesDir` the module
 * with which the server renders them.
 */
export function guestPages(outDir: string, pagesDir: string): Plugin {
  return {
    name: 'house:guest-pages',
    apply: 'build',
    closeBundle: {
      sequential: true,
      async handler() {
        const assets = await buildAssets(outDir);
        await build({
          configFile: false,
          root: guest,
          publicDir: false,
          logLevel: 'warn',
          oxc: jsx,
          define: { GUEST_ASSETS: JSON.stringify(assets) },
          ssr: { noExternal: true },
          build: {
            ssr: path.join(guest, 'render.tsx'),
            outDir: pagesDir,
            emptyOutDir: true,
            target: 'node20',
            rolldownOptions: { output: { entryFileNames: 'render.js' } },
          },
        });
      },
    },
  };
}

async function buildAssets(outDir: string): Promise<GuestAssets> {
  const input = {
    guest: path.join(guest, 'guest.css'),
    menu: script('menu'),
    pay: script('pay'),
    order: script('order'),
  };
  const built = await buildBeside(outDir, { root: guest, oxc: jsx }, { input });
  const files = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const address = (what: string, name: RegExp) => {
    const found = files.find(({ fileName }) => name.test(fileName));
    if (!found) throw new Error(`The guests’ pages have no ${what}.`);
    return `/${found.fileName}`;
  };
  return {
    style: address('sheet', /guest-.*\.css$/),
    font: address('font', /-latin-wght-normal-.*\.woff2$/),
    scripts: {
      menu: address('script of the menu', /\/menu-.*\.js$/),
      pay: address('script to pay', /\/pay-.*\.js$/),
      order: address('script of an order', /\/order-.*\.js$/),
    },
  };
}
