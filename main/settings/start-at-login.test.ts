import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { desktopEntry, startAtLoginOf } from './start-at-login.ts';

let reports: string[];
beforeEach(() => void (reports = []));
const report = (message: string) => void reports.push(message);

it('on Linux is a file in the autostart folder, there exactly while it is on', () => {
  const appData = mkdtempSync(path.join(tmpdir(), 'servery-autostart-'));
  const app = { getPath: () => appData } as never;
  const start = startAtLoginOf(app, 'linux', ['/opt/Servery/servery'], report);
  const file = path.join(appData, 'autostart/app.servery.till.desktop');
  expect(start.isOn()).toBe(false);
  start.set(true);
  expect(start.isOn()).toBe(true);
  expect(readFileSync(file, 'utf8')).toContain('\nExec="/opt/Servery/servery"\n');
  start.set(false);
  start.set(false);
  expect(existsSync(file)).toBe(false);
  rmSync(appData, { recursive: true });
});

it('on Linux follows the till to the file that an update put beside the one before', () => {
  const appData = mkdtempSync(path.join(tmpdir(), 'servery-autostart-'));
  const file = path.join(appData, 'autostart/app.servery.till.desktop');
  const opened = (version: string, isPackaged = true) => {
    const app = { getPath: () => appData, isPackaged } as never;
    return startAtLoginOf(app, 'linux', [`/home/a $& b/Servery-${version}.AppImage`], report);
  };
  opened('1.0.0');
  expect(existsSync(file)).toBe(false);
  opened('1.0.0').set(true);
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, `${before}X-GNOME-Autostart-Delay=5\n`);
  expect(opened('1.1.0').isOn()).toBe(true);
  const updated = `${before.replace('1.0.0', '1.1.0')}X-GNOME-Autostart-Delay=5\n`;
  expect(readFileSync(file, 'utf8')).toBe(updated);
  opened('1.2.0', false);
  expect(readFileSync(file, 'utf8')).toBe(updated);
  expect(reports).toEqual([]);
  // A file that cannot be written keeps no till from starting, and that it starts none itself is said.
  rmSync(file);
  mkdirSync(file);
  expect(opened('1.2.0').isOn()).toBe(true);
  expect(reports).toEqual([expect.stringContaining(`${file} cannot be written`)]);
  rmSync(appData, { recursive: true });
});

it('on Linux replaces the entry whole: what is under its name is never half written', () => {
  const appData = mkdtempSync(path.join(tmpdir(), 'servery-autostart-'));
  const folder = path.join(appData, 'autostart');
  const file = path.join(folder, 'app.servery.till.desktop');
  const opened = (version: string) => {
    const app = { getPath: () => appData, isPackaged: true } as never;
    return startAtLoginOf(app, 'linux', [`/home/a/Servery-${version}.AppImage`], report);
  };
  opened('1.0.0').set(true);
  const first = readFileSync(file, 'utf8');
  // What is written over a file shows under its other name as well; what takes its place does not.
  const other = path.join(appData, 'first');
  linkSync(file, other);
  opened('1.1.0');
  expect(readFileSync(file, 'utf8')).toContain('Servery-1.1.0');
  opened('1.2.0').set(true);
  expect(readFileSync(file, 'utf8')).toContain('Servery-1.2.0');
  expect(readFileSync(other, 'utf8')).toBe(first);
  expect(readdirSync(folder)).toEqual([path.basename(file)]);
  rmSync(appData, { recursive: true });
});

it.each(['win32', 'darwin'] as const)('on %s is what the system says', (platform) => {
  let openAtLogin = false;
  /** As its owner has it in Task Manager, on Windows. */
  let isApproved = true;
  const app = {
    getLoginItemSettings: () => ({
      openAtLogin,
      ...(platform === 'win32' && { executableWillLaunchAtLogin: openAtLogin && isApproved }),
    }),
    setLoginItemSettings(asked: { openAtLogin: boolean }) {
      ({ openAtLogin } = asked);
      isApproved = true;
    },
  } as never;
  const start = startAtLoginOf(app, platform, [], report);
  expect(start.isOn()).toBe(false);
  start.set(true);
  expect(start.isOn()).toBe(true);
  if (platform !== 'win32') return;
  isApproved = false;
  expect(start.isOn()).toBe(false);
  start.set(true);
  expect(start.isOn()).toBe(true);
});

it('quotes what a shell or a desktop entry would read as its own', () => {
  const exec = /^Exec=(.*)$/m.exec(desktopEntry(['/home/a b/50% $HOME `x` "q" \\']))?.[1];
  expect(exec).toBe('"/home/a b/50%% \\\\$HOME \\\\`x\\\\` \\\\"q\\\\" \\\\\\\\"');
});
