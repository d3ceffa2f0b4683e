import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig, readPlaces } from '../../server/config/config.ts';
import { serverThatEnds } from '../support/servers/server-command.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'servery-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const random = 'q8Zt3vN1xLw6RkY0pHs5Jd2Bc7Mf4GaE';
const postgres = { DATABASE_URL: 'postgres://db/servery', TOKEN_SECRET: random, PLAIN_HOSTS: 'db,cache' };
const redis = { REDIS_URL: 'redis://cache' };
const embedded = { DATA_DIR: path.join(folder, 'data') };

it.each([
  { NODE_ENV: 'production', ...embedded, ...redis },
  { ...embedded, ...redis },
])('the embedded database is for one server: it is refused beside Redis (%o) (B12)', (env) => {
  expect(() => readConfig(env)).toThrow('REDIS_URL');
});

it.each([
  { NODE_ENV: 'production', ...embedded },
  { NODE_ENV: 'production', ...postgres },
  { NODE_ENV: 'production', ...postgres, ...redis },
  { ...postgres, ...redis },
])('every other way of running is allowed (%o) (B12)', (env) => {
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
  ['LEADS_KEPT_DAYS', { LEADS_KEPT_DAYS: '0' }],
])('a wrong %s is named, and never its value (L15)', (name, wrong) => {
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

it('how long enquiries are kept is a setting, by default two years (D17)', () => {
  const dayMs = 24 * 60 * 60_000;
  expect(readConfig(postgres).leadsKeptMs).toBe(730 * dayMs);
  expect(readConfig({ ...postgres, LEADS_KEPT_DAYS: '90' }).leadsKeptMs).toBe(90 * dayMs);
});

it('a setting may be a file, as containers hand secrets over (L15)', () => {
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

it('an address or a port at which the server cannot listen is named by its setting', async () => {
  // Of a network for documentation alone (RFC 5737).
  const elsewhere = await serverThatEnds({ ...embedded, HOST: '192.0.2.1' });
  expect(elsewhere).toMatchObject({ code: 1, errors: expect.stringContaining('check HOST') });
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const taken = await serverThatEnds({ ...embedded, PORT: String(port) });
  expect(taken).toMatchObject({ code: 1, errors: expect.stringContaining('choose another with PORT') });
  other.close();
}, 120_000);

describe('another machine’s database and Redis', () => {
  const at = (DATABASE_URL: string, REDIS_URL = 'redis://127.0.0.1') => ({
    DATABASE_URL,
    REDIS_URL,
    TOKEN_SECRET: random,
  });

  it.each([
    ['DATABASE_URL', at('postgres://u:not-told@db.example.com/servery')],
    ['DATABASE_URL', at('postgres://u:not-told@10.0.0.5/servery?sslmode=prefer')],
    ['DATABASE_URL', at('postgres://u:not-told@localhost/servery?host=10.0.0.5')],
    ['REDIS_URL', at('postgres://127.0.0.1/servery', 'redis://u:not-told@cache.example.com')],
    ['REDIS_URL', { ...at('postgres://db/servery', 'redis://u:not-told@cache'), PLAIN_HOSTS: 'db' }],
  ])('%s is refused without TLS', (name, env) => {
    expect(() => readConfig(env)).toThrow(`${name} names another machine, without TLS`);
    expect(() => readConfig(env)).not.toThrow('not-told');
  });

  it.each([
    at('postgres://db.example.com/servery?sslmode=verify-full', 'rediss://cache.example.com'),
    at('postgres://[::1]/servery', 'redis://localhost'),
    at('postgres://u@localhost/servery?host=/run/postgresql'),
    { ...at('postgres://db/servery', 'redis://cache'), PLAIN_HOSTS: 'db, cache' },
  ])('is taken with TLS, on this computer, or where it was said openly: $DATABASE_URL $REDIS_URL', (env) => {
    expect(readConfig(env).databaseUrl).toBe(env.DATABASE_URL);
  });
});
