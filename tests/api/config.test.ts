import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig, readPlaces } from '../../server/config.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'servery-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const random = 'q8Zt3vN1xLw6RkY0pHs5Jd2Bc7Mf4GaE';
const postgres = { DATABASE_URL: 'postgres://db/servery', TOKEN_SECRET: random };
const redis = { REDIS_URL: 'redis://cache' };
const embedded = { DATA_DIR: path.join(folder, 'data') };

it.each([
  { NODE_ENV: 'production', ...embedded, ...redis },
  { ...embedded, ...redis },
])('B12 the embedded database is for one server: it is refused beside Redis (%o)', (env) => {
  expect(() => readConfig(env)).toThrow('REDIS_URL');
});

it.each([
  { NODE_ENV: 'production', ...embedded },
  { NODE_ENV: 'production', ...postgres },
  { NODE_ENV: 'production', ...postgres, ...redis },
  { ...postgres, ...redis },
])('B12 every other way of running is allowed (%o)', (env) => {
  expect(readConfig(env).redisUrl).toBe('REDIS_URL' in env ? 'redis://cache' : null);
});

it.each([
  ['TOKEN_SECRET', { TOKEN_SECRET: undefined }],
  ['TOKEN_SECRET', { TOKEN_SECRET: 'changeme-changeme-changeme-changeme' }],
  ['TOKEN_SECRET', { TOKEN_SECRET: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' }],
  ['TOKEN_SECRET', { TOKEN_SECRET: 'short-and-sweet' }],
  ['REDIS_URL', { REDIS_URL: 'http://user:not-told@cache' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://user:not-told@db' }],
  ['METRICS_PORT', { METRICS_PORT: '99999' }],
  ['BACKUPS_KEPT', { BACKUPS_KEPT: '0' }],
])('L15 a wrong %s is named, and never its value', (name, wrong) => {
  const env = { NODE_ENV: 'production', ...postgres, ...wrong };
  let message = 'accepted';
  try {
    readConfig(env);
  } catch (error) {
    message = error instanceof Error ? error.message : '';
  }
  expect(message).toContain(name);
  for (const value of Object.values(wrong)) if (value !== undefined) expect(message).not.toContain(value);
  expect(message).not.toContain('not-told');
});

it('L15 a setting may be a file, as containers hand secrets over', () => {
  const file = path.join(folder, 'secret');
  writeFileSync(file, `${random}\n`);
  expect(readConfig({ ...postgres, TOKEN_SECRET: undefined, TOKEN_SECRET_FILE: file }).tokenSecret).toBe(
    random,
  );
});

it('a command that only looks for the data makes nothing', () => {
  const dataDir = path.join(folder, 'untouched');
  expect(readPlaces({ DATA_DIR: dataDir })).toMatchObject({ dataDir, databaseUrl: null });
  expect(readdirSync(folder)).not.toContain('untouched');
});
