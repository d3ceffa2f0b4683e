import { execFileSync, type SpawnOptions } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';

const spawned: unknown[][] = [];
/** What becomes of npm. */
let end: [event: string, what: unknown] = ['exit', 0];
vi.mock('node:child_process', async (original) => ({
  ...(await original<object>()),
  spawn(...call: unknown[]) {
    spawned.push(call);
    const child = new EventEmitter();
    queueMicrotask(() => child.emit(...end));
    return child;
  },
}));
const { runScript } = await import('./npm.ts');

const platform = process.platform;
afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
  spawned.length = 0;
});
const options: SpawnOptions = { cwd: '/srv', stdio: 'ignore' };

it('on Windows, where npm is a script, a shell starts it (D44)', async () => {
  Object.defineProperty(process, 'platform', { value: 'win32' });
  expect(await runScript('build:web', options)).toBe(true);
  expect(spawned).toEqual([['npm "run" "--silent" "build:web"', { ...options, shell: true }]]);
});

it('elsewhere npm is a program, and no shell reads its words', async () => {
  Object.defineProperty(process, 'platform', { value: 'linux' });
  expect(await runScript('build:web', options)).toBe(true);
  expect(spawned).toEqual([['npm', ['run', '--silent', 'build:web'], options]]);
});

it('a script that fails, and an npm that is missing, are failures', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  end = ['exit', 1];
  expect(await runScript('build:web', options)).toBe(false);
  end = ['error', new Error('spawn npm ENOENT')];
  expect(await runScript('build:web', options)).toBe(false);
});

it('nothing else starts npm by its name (D44)', () => {
  const root = path.resolve(import.meta.dirname, '..');
  const files = execFileSync('git', ['ls-files', '*.ts', '*.js'], { cwd: root, encoding: 'utf8' });
  const naming = files
    .split('\n')
    .filter(
      (file) =>
        file !== '' && /\b(?:spawn|exec)\w*\(\s*['"`]npm\b/.test(readFileSync(path.join(root, file), 'utf8')),
    );
  expect(naming).toEqual(['scripts/npm.ts']);
});
