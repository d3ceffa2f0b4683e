import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { desktopEntry, startAtLoginOf } from './start-at-login.ts';

it('on Linux is a file in the autostart folder, there exactly while it is on', () => {
  const appData = mkdtempSync(path.join(tmpdir(), 'servery-autostart-'));
  const app = { getPath: () => appData } as never;
  const start = startAtLoginOf(app, 'linux', ['/opt/Servery/servery']);
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

it('elsewhere is what the system says', () => {
  let openAtLogin = false;
  const app = {
    getLoginItemSettings: () => ({ openAtLogin }),
    setLoginItemSettings: (asked: { openAtLogin: boolean }) => void ({ openAtLogin } = asked),
  } as never;
  const start = startAtLoginOf(app, 'win32', []);
  expect(start.isOn()).toBe(false);
  start.set(true);
  expect(start.isOn()).toBe(true);
});

it('quotes what a shell or a desktop entry would read as its own', () => {
  const exec = /^Exec=(.*)$/m.exec(desktopEntry(['/home/a b/50% $HOME `x` "q" \\']))?.[1];
  expect(exec).toBe('"/home/a b/50%% \\\\$HOME \\\\`x\\\\` \\\\"q\\\\" \\\\\\\\"');
});
