import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import type { renderEarlySignIn } from '../early-sign-in.tsx';
import { importToRender } from './import-to-render.ts';

const EMPTY_ROOT = '<div id="root"></div>';

/** Writes `app.sign-in.html`: the app's page with the prerendered sign-in form, visible before any script has run. */
export function earlySignIn(outDir: string): Plugin {
  return {
    name: 'house:early-sign-in',
    apply: 'build',
    writeBundle: {
      sequential: true,
      async handler() {
        const page = readFileSync(path.join(outDir, 'app.html'), 'utf8');
        if (!page.includes(EMPTY_ROOT)) return this.error(`app.html has no ${EMPTY_ROOT}`);
        const module = await importToRender<{ renderEarlySignIn: typeof renderEarlySignIn }>(
          'early-sign-in.tsx',
        );
        // A function, because React's markup contains `$`, which is special in a replacement text.
        const filled = page.replace(EMPTY_ROOT, () => `<div id="root">${module.renderEarlySignIn()}</div>`);
        writeFileSync(path.join(outDir, 'app.sign-in.html'), filled);
      },
    },
  };
}
