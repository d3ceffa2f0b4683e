/**
 * Loaded before a command (`--import`): the command's process gives up root's rights once all that it imports is loaded,
 * so that it runs also where nobody but root may read the repository or Node itself.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const NOBODY = 65_534;
const command = process.argv[1] ?? '';
const giveUp = `process.setgroups([]); process.setgid(${NOBODY}); process.setuid(${NOBODY});`;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    // A module's own lines run after everything that it imports.
    return url === pathToFileURL(command).href
      ? { ...loaded, source: `${giveUp}${readFileSync(command, 'utf8')}` }
      : loaded;
  },
});
