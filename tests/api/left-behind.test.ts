import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ownPostgres, postgresPrograms } from '../support/servers/postgres.ts';
import { redisProgram, testRedis } from '../support/servers/redis.ts';
import { temporaryFolders } from '../support/servers/temporary-folders.ts';

/** Set in a run of this file within itself: where to write what its failing test has started. */
const REPORT = 'SERVERY_LEAVES_BEHIND';
const newFolder = temporaryFolders('left-behind');

type Left = { folder: string; urls: string[] };

/** What a test that fails had started, after its run; in that run itself, what it has just started. */
async function started(): Promise<Left> {
  const report = process.env[REPORT];
  if (report) return start(report);
  const file = path.join(newFolder(), 'report.json');
  await runItself(file);
  return JSON.parse(readFileSync(file, 'utf8')) as Left;
}

async function start(report: string): Promise<Left> {
  const [postgres, redis] = [await ownPostgres(), await testRedis()];
  if ('missing' in postgres) throw new Error(postgres.missing);
  await Promise.all([postgres.start(), redis.start()]);
  const folder = mkdtempSync(path.join(tmpdir(), 'servery-left-'));
  const left: Left = { folder, urls: [postgres.url, redis.url] };
  writeFileSync(report, JSON.stringify(left));
  return left;
}

async function runItself(report: string): Promise<void> {
  const self = path.relative('.', import.meta.filename);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'api', self];
  // Beside the folder of this run, and not in it.
  const env = { ...process.env, [REPORT]: report, TMPDIR: path.dirname(tmpdir()), DATABASE_URL: '' };
  const child = spawn(process.execPath, vitest, { env, stdio: 'ignore' });
  await new Promise((resolve) => child.once('exit', resolve));
}

/** Resolves to whether anything listens at the address. */
const listens = (url: string) =>
  new Promise<boolean>((resolve) => {
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => resolve(false));
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

it.skipIf(!postgresPrograms || !redisProgram)(
  'a test that fails, as this one does within itself, leaves no PostgreSQL, no Redis and no files behind',
  async () => {
    const { folder, urls } = await started();
    expect(await Promise.all(urls.map(listens))).toEqual([false, false]);
    expect(existsSync(folder)).toBe(false);
  },
);
