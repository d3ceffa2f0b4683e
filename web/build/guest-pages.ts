import path from 'node:path';
import { build, type Plugin } from 'vite';
import type { GuestAssets } from '#shared/api/guest-pages.ts';
import { licences } from '../../lint/licences.js';
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
        await buildWorker(outDir);
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

/** Its name stays the same: a browser looks there for a newer one. */
async function buildWorker(outDir: string): Promise<void> {
  await buildBeside(
    outDir,
    { root: guest },
    {
      input: path.join(guest, 'worker/guest-worker.ts'),
      output: { entryFileNames: 'guest-worker.js' },
    },
  );
}

async function buildAssets(outDir: string): Promise<GuestAssets> {
  const phone = await builtFiles(outDir, 'guest', {
    guest: path.join(guest, 'guest.css'),
    menu: script('menu'),
    pay: script('pay'),
    order: script('order'),
  });
  // By itself, so that guests' phones load nothing more, and in no more parts, because there are televisions.
  const television = await builtFiles(outDir, 'pick-up', {
    screen: path.join(guest, 'pick-up/screen.css'),
    'pick-up': script('pick-up'),
  });
  return {
    styles: {
      guest: phone('sheet', /guest-.*\.css$/),
      'pick-up': television('sheet of the pick-up screen', /screen-.*\.css$/),
    },
    font: phone('font', /-latin-wght-normal-.*\.woff2$/),
    scripts: {
      menu: phone('script of the menu', /\/menu-.*\.js$/),
      pay: phone('script to pay', /\/pay-.*\.js$/),
      order: phone('script of an order', /\/order-.*\.js$/),
      'pick-up': television('script of the pick-up screen', /\/pick-up-.*\.js$/),
    },
  };
}

/** Builds the named files, and returns what finds the address of one of the results. */
async function builtFiles(outDir: string, name: string, input: Record<string, string>) {
  const plugins = [licences(`${name}-licences.txt`)];
  const built = await buildBeside(outDir, { root: guest, oxc: jsx, plugins }, { input });
  const files = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  return function address(what: string, pattern: RegExp): string {
    const found = files.find(({ fileName }) => pattern.test(fileName));
    if (!found) throw new Error(`The guests’ pages have no ${what}.`);
    return `/${found.fileName}`;
  };
}
