import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { App } from 'electron';
import { brand } from '#shared/base/brand.ts';

/** Whether the till opens when somebody signs in to the computer; the system is who remembers it. */
export type StartAtLogin = { isOn: () => boolean; set: (on: boolean) => void };

/**
 * To be called once, when the till starts: what starts it may lie elsewhere since its last start.
 * @param report tells a person that the system still starts what is gone
 */
export function startAtLoginOf(
  app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings' | 'getPath' | 'isPackaged'>,
  platform: NodeJS.Platform,
  command: readonly string[],
  report: (message: string) => void,
): StartAtLogin {
  if (platform === 'linux') {
    const file = path.join(app.getPath('appData'), 'autostart', `${brand.appId}.desktop`);
    // A till that is being developed leaves the installed one's entry alone.
    if (app.isPackaged && !followsTill(file, desktopEntry(command)))
      report(`The till does not start with this computer any more: ${file} cannot be written.`);
    return autostartFile(file, command);
  }
  return {
    isOn() {
      const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings();
      // Windows keeps the entry of what somebody has switched off in its own list of such programs.
      return openAtLogin && (platform !== 'win32' || executableWillLaunchAtLogin);
    },
    set: (openAtLogin) => app.setLoginItemSettings({ openAtLogin }),
  };
}

/** What starts this till again; an AppImage is started by its own file, not by what is unpacked from it. */
export function startCommandOf(
  app: Pick<App, 'isPackaged' | 'getAppPath'>,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const program = env['APPIMAGE'] ?? process.execPath;
  return app.isPackaged ? [program] : [program, app.getAppPath()];
}

/** Linux: a desktop entry in the person's autostart folder (freedesktop.org, "Desktop Application Autostart"). */
function autostartFile(file: string, command: readonly string[]): StartAtLogin {
  return {
    isOn: () => existsSync(file),
    set(on) {
      if (!on) return rmSync(file, { force: true });
      mkdirSync(path.dirname(file), { recursive: true });
      replaceFile(file, desktopEntry(command));
    },
  };
}

const execLine = /^Exec=.*$/m;

/**
 * Lets an entry that is there start this till: an update puts a new AppImage beside the one before, and removes that.
 * What else the desktop has written into the entry stays. False if it starts something else and cannot be written.
 */
function followsTill(file: string, entry: string): boolean {
  if (!existsSync(file)) return true;
  try {
    const kept = readFileSync(file, 'utf8');
    const [exec = ''] = execLine.exec(entry) ?? [];
    const next = execLine.test(kept) ? kept.replace(execLine, () => exec) : entry;
    if (next !== kept) replaceFile(file, next);
    return true;
  } catch {
    return false;
  }
}

/** A till that is killed meanwhile leaves the entry as it was: half of one would start nothing. */
function replaceFile(file: string, contents: string): void {
  const beside = `${file}.new`;
  writeFileSync(beside, contents, { flush: true });
  renameSync(beside, file);
}

/** The entry that starts `command`, each word of it quoted as the specification of desktop entries has it. */
export function desktopEntry(command: readonly string[]): string {
  const quoted = command.map((word) => `"${word.replaceAll(/[\\"`$]/g, '\\$&').replaceAll('%', '%%')}"`);
  // In the file's own strings a backslash stands for an escape once more.
  const exec = quoted.join(' ').replaceAll('\\', '\\\\');
  return `[Desktop Entry]\nType=Application\nName=${brand.name}\nExec=${exec}\nTerminal=false\n`;
}
