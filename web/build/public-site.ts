import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import type { Assets } from '../site/assets.ts';
import type { renderSite } from '../site/render-site.ts';
import { buildBeside } from './build-beside.ts';
import { importToRender } from './import-to-render.ts';

const web = path.resolve(import.meta.dirname, '..');
const site = (file: string) => path.join(web, 'site', file);

/** The site as its components render it now. */
async function rendered(assets: Assets): Promise<Record<string, string>> {
  const module = await importToRender<{ renderSite: typeof renderSite }>('site/render-site.ts');
  return module.renderSite(assets);
}

/**
 * The public pages: rendered at each request in development; in a build written as separate files beside the app,
 * with their own stylesheet and scripts, so that they contain nothing of the app.
 */
export function publicSite(outDir: string): Plugin {
  return {
    name: 'house:public-site',
    configureServer({ middlewares }) {
      middlewares.use((request, reply, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const name = pathname === '/' ? 'index' : pathname.slice(1);
        if (!/^[\w.-]+$/.test(name)) return next();
        rendered(sources).then((files) => {
          const file = files[`${name}.html`] ?? files[name];
          if (file === undefined) next();
          else
            reply
              .setHeader('content-type', name in files ? 'text/plain' : 'text/html; charset=utf-8')
              .end(file);
        }, next);
      });
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const input = {
          style: site('site.css'),
          calculator: site('calculator.ts'),
          enquiry: site('enquiry.ts'),
        };
        const page = { root: web, plugins: [prerendered()] };
        await buildBeside(outDir, page, { input, preserveEntrySignatures: 'strict' });
      },
    },
  };
}

/** In development everything is served from its source. */
const sources: Assets = {
  style: '/site/site.css',
  font: null,
  script: (name) => `/site/${name}.ts`,
  picture: (name) => `/pictures/${name}.webp`,
};

/** Adds the pages to a build of their assets. */
function prerendered(): Plugin {
  const pictures = new Map<string, string>();
  return {
    name: 'house:prerendered',
    buildStart() {
      const folder = path.join(web, 'pictures');
      for (const name of readdirSync(folder)) {
        const source = readFileSync(path.join(folder, name));
        pictures.set(path.parse(name).name, this.emitFile({ type: 'asset', name, source }));
      }
    },
    async generateBundle(_options, bundle) {
      const built = (what: string, name: RegExp) => {
        const found = Object.keys(bundle).find((file) => name.test(file));
        return found === undefined ? this.error(`The site has no ${what}.`) : `/${found}`;
      };
      const files = await rendered({
        style: built('sheet', /\.css$/),
        font: built('font', /-latin-wght-normal-.*\.woff2$/),
        script: (name) => built(name, new RegExp(`/${name}-.*\\.js$`)),
        picture: (name) => `/${this.getFileName(pictures.get(name) ?? '')}`,
      });
      for (const [fileName, source] of Object.entries(files))
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
