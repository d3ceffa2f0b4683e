import path from 'node:path';
import { runnerImport, type Plugin } from 'vite';

const web = path.resolve(import.meta.dirname, '..');

/** To be rendered, components need no sheets. */
const withoutStyles: Plugin = {
  name: 'house:without-styles',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('.css') ? '\0no-style' : null),
  load: (id) => (id === '\0no-style' ? '' : null),
};

/** A module of this folder that renders components, as it is now; Vite makes it runnable. */
export async function importToRender<Module>(file: string): Promise<Module> {
  const { module } = await runnerImport<Module>(path.join(web, file), {
    configFile: false,
    plugins: [withoutStyles],
  });
  return module;
}
