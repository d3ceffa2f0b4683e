import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { outputOf } from '../support/runner/run-command.ts';

const read = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../../deploy', name), 'utf8');

describe('the function of the README that runs a command beside the service', () => {
  const [defined = ''] = /^servery\(\) \{[\s\S]*?\n?.*\}$/m.exec(read('README.md')) ?? [];
  /** The words that systemd-run is called with. */
  const words = async (call: string, env = ''): Promise<string[]> => {
    const script = `sudo() { printf '%s\\n' "$@"; }\n${defined}\n${env} ${call}`;
    return ((await outputOf('bash', ['-c', script])) ?? '').split('\n');
  };
  const after = (said: string[], option: string) =>
    said.filter((_, index) => said[index - 1] === option).toSorted();

  it('has the user, the folder, the rights and the settings of the unit (L17)', async () => {
    const shared =
      /^(?:DynamicUser|User|StateDirectory|StateDirectoryMode|UMask|WorkingDirectory|EnvironmentFile)=.*$/gm;
    const unit = [...read('servery.service').matchAll(shared)].map(([line]) => line);
    expect(unit).toHaveLength(7);
    const said = await words('servery backup');
    expect(after(said, '-p')).toEqual(unit.toSorted());
    const [, given = ''] = /^Environment=(.*)$/m.exec(read('servery.service')) ?? [];
    expect(after(said, '-E')).toEqual(given.split(' ').toSorted());
    const [, node = ''] = /^ExecStart=(\S+)/m.exec(read('servery.service')) ?? [];
    expect(said.slice(-2)).toEqual([node, 'dist/server/backup.js']);
  });

  it('passes on the words of a command, and the address of the database to move to (L17)', async () => {
    expect((await words("servery restore 'a b'")).slice(-2)).toEqual(['dist/server/restore.js', 'a b']);
    const moving = await words(
      'servery move',
      "DATABASE_URL_FILE='/a b' DATABASE_URL=postgres://u:secret@h/d",
    );
    // Every user of the machine can read a program's arguments; those after `env` come after the service's settings.
    expect(moving.slice(-4)).toEqual([
      '/usr/bin/env',
      'DATABASE_URL_FILE=/a b',
      '/usr/bin/node',
      'dist/server/move.js',
    ]);
    expect(moving.join()).not.toContain('secret');
  });
});

it('the settings of one machine are closed to others before anything is written into them (L17)', () => {
  const text = read('README.md');
  expect(text.search(/chmod 0600 \/etc\/servery\/servery\.env/)).toBeGreaterThan(0);
  expect(text.search(/tee -a \/etc\/servery\/servery\.env/)).toBeGreaterThan(text.search(/chmod 0600/));
  expect(text).not.toMatch(/tee \/etc/);
});

it('each recipe for a move disables the old server first, keeps its secret, and grants the rights after it (L17)', () => {
  const [, section = ''] =
    /^## From one machine to PostgreSQL\n([\s\S]*?)^## /m.exec(read('README.md')) ?? [];
  const recipes = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, lines = '']) => lines);
  expect(recipes).toHaveLength(2);
  for (const lines of recipes) {
    const steps = [
      /systemctl disable --now servery/,
      /dist\/server\/move\.js|servery move/,
      /migrate\b(?! node)/gm,
    ];
    const at = steps.map((step) => [...lines.matchAll(new RegExp(step, 'g'))].at(-1)?.index ?? -1);
    expect(at).toEqual(at.toSorted((one, other) => one - other));
    expect(at).not.toContain(-1);
    const starts = lines.search(/up -d$/m);
    if (starts !== -1) expect(starts).toBeGreaterThan(at.at(-1) ?? 0);
  }
  expect(section.match(/token-secret/g)).toHaveLength(2);
  expect(section.match(/\bimages\b/g)?.length).toBeGreaterThan(1);
});

it('each recipe for a restore ends every sign-in after it and changes passwords, before a server starts (L17)', () => {
  const recipes = [...read('README.md').matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, lines = '']) =>
    /^.*\b(?:pg_restore|servery restore|run restore)\b/m.test(lines) ? [lines] : [],
  );
  expect(recipes).toHaveLength(3);
  for (const lines of recipes) {
    const at = (words: RegExp) => lines.search(words);
    const starts = at(/systemctl start|up -d$/m);
    for (const step of [/sign-out-all/, /verify-audit HASH/, /password EMAIL/]) {
      expect(at(step)).toBeGreaterThan(at(/pg_restore|restore -- FILE|servery restore/));
      if (starts !== -1) expect(starts).toBeGreaterThan(at(step));
    }
  }
});

it('the upgrade of one machine builds beside the running version, and swaps while it is stopped (L17)', () => {
  const [, upgrade = '', back = ''] =
    /^## Upgrades\n[\s\S]*?```sh\n([\s\S]*?)```[\s\S]*?```sh\n([\s\S]*?)```/m.exec(read('README.md')) ?? [];
  const inOrder = (lines: string, steps: RegExp[]) => {
    const at = steps.map((step) => lines.search(step));
    expect(at).not.toContain(-1);
    expect(at).toEqual(at.toSorted((one, other) => one - other));
  };
  const swap = [
    /mv -T servery servery\./,
    /mv -T servery\.\w+ servery\n/,
    /cp .*servery\.service/,
    /daemon-reload/,
    /systemctl start/,
  ];
  // With one that is left over, `mv` would put the running version inside it.
  expect(read('README.md')).not.toMatch(/\bmv servery/);
  inOrder(upgrade, [
    /rm -rf \/opt\/servery\.old/,
    /cd \/opt\/servery\.new/,
    /npm ci && npm run build:web/,
    /systemctl stop/,
    /servery backup/,
    ...swap,
  ]);
  inOrder(back, [/systemctl stop/, ...swap]);
});

it('the upgrade of containers restarts nginx after the servers, whose addresses it looks up once (L17)', () => {
  const [, upgrade = ''] =
    /^## Upgrades\n[\s\S]*?`(docker compose build [^`]*)`/m.exec(read('README.md')) ?? [];
  expect(upgrade).toMatch(/stop api-1 api-2 && docker compose up -d && docker compose restart nginx$/);
});
