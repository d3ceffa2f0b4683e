import path from 'node:path';
import { runnerImport, type Plugin } from 'vite';

const web = path.resolve(import.meta.dirname, '..');

/** Components are rendered here without their stylesheets. */
const withoutStyles: Plugin = {
  name: 'house:without-styles',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('.css') ? '\0no-style' : null),
  load: (id) => (id === '\0no-style' ? '' : null),
};

/** Imports a module of this folder that renders components, compiled by Vite. */
export async function importToRender<Module>(file: string): Promise<Module> {
  const { module } = await runnerImport<Module>(path.join(web, file), {
    configFile: false,
    plugins: [withoutStyles],
  });
  return module;
}
