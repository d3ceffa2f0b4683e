import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { serverEnvironment, serverOptionsOfNode } from '../../demo/server-process.ts';
import { settingNames } from '../../server/config/config.ts';
import { outputOf, run, which } from '../support/runner/run-command.ts';
import { temporaryFolders } from '../support/servers/temporary-folders.ts';

const root = path.resolve(import.meta.dirname, '../..');
const deploy = path.join(root, 'deploy');
const read = (name: string) => readFileSync(path.join(deploy, name), 'utf8');
const folder = temporaryFolders('deploy');

const [analyze, nginx, compose] = await Promise.all(
  ['systemd-analyze', 'nginx', 'docker-compose'].map(which),
);

/** Settings for the demo and for parent processes, which nobody sets by hand. */
const ownUse = new Set(['SERVERY_DEMO', 'SERVERY_STOP_WITH_STDIN']);

it('every setting of the server is told of in docs/settings.md (L15)', () => {
  const told = readFileSync(path.join(root, 'docs/settings.md'), 'utf8') + read('README.md');
  expect(settingNames.filter((name) => !ownUse.has(name) && !told.includes(`\`${name}\``))).toEqual([]);
});

it('what the containers are given is a setting (L17)', () => {
  const [, given = ''] = /environment: &settings\n((?: {4}.*\n)+)/.exec(read('compose.yaml')) ?? [];
  const names = [...given.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name = '']) => name.replace(/_FILE$/, ''));
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !settingNames.includes(name))).toEqual([]);
});

it('no secret is written into a file for running it (L17)', () => {
  for (const name of ['compose.yaml', 'Dockerfile', 'servery.service', 'nginx.conf'])
    expect(read(name)).not.toMatch(/(?:PASSWORD|SECRET|KEY|TOKEN)\s*[:=]\s*['"]?\w/);
});

describe.skipIf(analyze === null)('the systemd unit', () => {
  /** The unit file, for a program that exists on this machine. */
  function unit(): string {
    const file = path.join(folder(), 'servery.service');
    writeFileSync(file, read('servery.service').replace('/usr/bin/node', process.execPath));
    return file;
  }

  it('systemd finds nothing wrong with it (L17)', async () => {
    expect(await run('systemd-analyze', ['verify', unit()])).toBe(true);
  });

  it('systemd rates its exposure at 2 of 10 or less (L17)', async () => {
    const rating = await outputOf('systemd-analyze', [
      'security',
      '--offline=true',
      '--threshold=20',
      unit(),
    ]);
    expect(rating).toContain('Overall exposure level');
  });

  it('the unit waits longer than a stop takes (L17, L12)', () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(read('servery.service'))?.[1])).toBeGreaterThan(11);
    expect(Number(/stop_grace_period: (\d+)s/.exec(read('compose.yaml'))?.[1])).toBeGreaterThan(11);
  });
});

it.skipIf(compose === null)('docker-compose reads compose.yaml (L17)', async () => {
  expect(await run('docker-compose', ['-f', path.join(deploy, 'compose.yaml'), 'config', '--quiet'])).toBe(
    true,
  );
});

it.skipIf(nginx === null || (await which('openssl')) === null)('nginx reads nginx.conf (L17)', async () => {
  const made = folder();
  const [key, certificate] = [path.join(made, 'key.pem'), path.join(made, 'certificate.pem')];
  const self = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=servery.test', '-days', '1'];
  await run('openssl', [...self, '-keyout', key, '-out', certificate]);
  const conf = path.join(made, 'nginx.conf');
  writeFileSync(
    conf,
    read('nginx.conf')
      .replace('/etc/nginx/certificates/fullchain.pem', certificate)
      .replace('/etc/nginx/certificates/privkey.pem', key)
      .replace('/run/nginx.pid', path.join(made, 'nginx.pid'))
      .replaceAll(/api-\d:4000/g, '127.0.0.1:4000')
      .replaceAll('/var/log/nginx', made),
  );
  // Its output is a socket here, as under systemd, so it cannot be opened by a name such as /dev/stdout.
  expect(await outputOf('nginx', ['-t', '-c', conf])).not.toBeNull();
});

it('nginx may open a file for each connection that it may hold (L17)', () => {
  const number = (directive: string) =>
    Number(new RegExp(`${directive} (\\d+);`).exec(read('nginx.conf'))?.[1]);
  expect(number('worker_rlimit_nofile')).toBeGreaterThan(number('worker_connections'));
});

it('each way to start the server has the options that the benchmarks measure (L17, M17)', () => {
  const options = serverOptionsOfNode.join(' ');
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts['start']).toBe(`node ${options} dist/server/main.js`);
  expect(read('servery.service')).toContain(`ExecStart=/usr/bin/node ${options} /opt/`);
  const [, command = ''] = /^CMD (.*)$/m.exec(read('Dockerfile')) ?? [];
  expect(JSON.parse(command)).toEqual(['node', ...serverOptionsOfNode, 'dist/server/main.js']);
  for (const [name, value] of Object.entries(serverEnvironment)) {
    expect(read('servery.service')).toContain(`\nEnvironment=${name}=${value}\n`);
    expect(read('Dockerfile')).toContain(`\nENV ${name}=${value}\n`);
  }
});

it('each command is a program of the build (L17)', () => {
  const built = readFileSync(path.join(root, 'server/vite.config.ts'), 'utf8');
  const names = readdirSync(path.join(root, 'server/commands')).map((file) => path.parse(file).name);
  const commands = names.filter((name) => name !== 'run');
  expect(commands).toContain('backup');
  expect(commands.filter((name) => !built.includes(`server/commands/${name}.ts`))).toEqual([]);
});

it(
  'what the image’s context lets in is enough to build and start the production server (L17)',
  { timeout: 120_000 },
  async () => {
    const context = folder();
    const allowed = [...read('Dockerfile.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name = '']) => name);
    for (const name of allowed.filter((one) => !one.includes('*')))
      cpSync(path.join(root, name), path.join(context, name), {
        recursive: true,
        filter: (file) => !/\.test\.tsx?$/.test(file),
      });
    for (const name of ['tsconfig.json', 'tsconfig.base.json'])
      cpSync(path.join(root, name), path.join(context, name));
    symlinkSync(path.join(root, 'node_modules'), path.join(context, 'node_modules'));
    for (const config of ['web/vite.config.ts', 'server/vite.config.ts']) {
      expect(read('Dockerfile')).toContain(`vite build -c ${config}`);
      expect(await run('sh', ['-c', `cd '${context}' && vite build -c ${config}`])).toBe(true);
    }
    const server = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: context,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        PORT: '0',
        DATA_DIR: path.join(context, 'data'),
      },
    });
    const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
    const origin = await new Promise<string>((resolve) => {
      createInterface({ input: server.stdout }).on('line', (line) => {
        const entry = JSON.parse(line) as { msg?: string; origin?: string };
        if (entry.msg === 'listening' && entry.origin) resolve(entry.origin);
      });
    });
    await expect.poll(async () => (await fetch(`${origin}/ready`)).status, { timeout: 30_000 }).toBe(200);
    expect(await (await fetch(`${origin}/`)).text()).toContain('<script');
    server.kill('SIGTERM');
    expect(await ended).toBe(0);
  },
);
