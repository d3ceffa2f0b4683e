import { readFileSync } from 'node:fs';
import path from 'node:path';
import { app, dialog, protocol } from 'electron';
import { brand } from '#shared/base/brand.ts';
import { APP_SCHEME } from './security/app-protocol.ts';
import { whyNotFirst } from './first-till.ts';
import { loadOnlyWhatIsUsed } from './frugal.ts';
import { linkIn } from './security/links.ts';
import { lockDownPages } from './security/lock-down.ts';
import { isTestBuild, refusedSwitch } from './security/refused-switches.ts';
import { startTill } from './till.ts';

// What must be settled before the app is ready; then the till itself (till.ts), which is a file of its own as it is built
// too: where it is not packaged, Electron reads the file that it starts twice.

if (app.isPackaged && !isTestBuild(readFileSync(path.join(app.getAppPath(), 'package.json'), 'utf8'))) {
  const refused = refusedSwitch(app.commandLine);
  if (refused !== null) giveUp(`It is not started with --${refused}.`);
}
loadOnlyWhatIsUsed(app, process.env);
// Windows shows the notifications of known applications only.
app.setAppUserModelId(brand.appId);
app.enableSandbox();
protocol.registerSchemesAsPrivileged([
  {
    scheme: APP_SCHEME,
    privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
  },
]);
lockDownPages(app);

/** macOS hands a link over as an event, and may do so before the app is ready. */
let followed = linkIn(process.argv);
app.on('open-url', (_event, link) => (followed = link));

app
  .whenReady()
  .then(() => {
    // The folder asked for, even where whatever loaded this file has put its own in its place.
    const folder = app.commandLine.getSwitchValue('user-data-dir');
    if (folder !== '') app.setPath('userData', folder);
    if (app.requestSingleInstanceLock()) return startTill(followed ?? '');
    const why = whyNotFirst(app.getPath('userData'), process.platform);
    return why === null ? app.quit() : giveUp(why);
  })
  .catch((error: unknown) => giveUp(String(error)));

/** Nothing is worse than a till that seems to start and never comes. */
function giveUp(why: string): void {
  dialog.showErrorBox(`${brand.name} cannot start`, why);
  app.exit(1);
}
