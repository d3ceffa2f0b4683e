import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import type { renderEarlySignIn } from '../early-sign-in.tsx';
import { buildBeside } from './build-beside.ts';
import { importToRender } from './import-to-render.ts';

const EMPTY_ROOT = '<div id="root"></div>';
const APP_SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/;

/**
 * Writes `app.sign-in.html`: the app's page with the prerendered sign-in form, visible before any script has run. The app
 * is only fetched meanwhile, and started by start.ts.
 */
export function earlySignIn(outDir: string): Plugin {
  return {
    name: 'house:early-sign-in',
    apply: 'build',
    writeBundle: {
      sequential: true,
      async handler() {
        const page = readFileSync(path.join(outDir, 'app.html'), 'utf8');
        if (!page.includes(EMPTY_ROOT)) return this.error(`app.html has no ${EMPTY_ROOT}`);
        if (!APP_SCRIPT.test(page)) return this.error('app.html has no script of the app');
        const start = await buildStart(outDir);
        const module = await importToRender<{ renderEarlySignIn: typeof renderEarlySignIn }>(
          'early-sign-in.tsx',
        );
        // A function, because React's markup contains `$`, which is special in a replacement text.
        const filled = page
          .replace(EMPTY_ROOT, () => `<div id="root">${module.renderEarlySignIn()}</div>`)
          .replace(APP_SCRIPT, (_script, app: string) =>
            [
              `<link rel="modulepreload" crossorigin id="app" href="${app}">`,
              `<script type="module" crossorigin src="/${start}"></script>`,
            ].join('\n    '),
          );
        writeFileSync(path.join(outDir, 'app.sign-in.html'), filled);
      },
    },
  };
}

/** @returns the file's name */
async function buildStart(outDir: string): Promise<string> {
  const web = path.resolve(import.meta.dirname, '..');
  const built = await buildBeside(outDir, { root: web }, { input: path.join(web, 'start.ts') });
  const [file] = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (!file) throw new Error('start.ts was not built');
  return file.fileName;
}
