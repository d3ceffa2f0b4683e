import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'servery-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const base = { TOKEN_SECRET: 'a secret for tests alone, thirty-two characters' };

it('takes no cards without a key, and several secrets of events with one (L15)', () => {
  expect(readConfig(base).stripe).toBeNull();
  const cards = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRETS: 'whsec_new, whsec_old',
  };
  expect(readConfig({ ...base, ...cards }).stripe).toEqual({
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookKeys: ['whsec_new', 'whsec_old'],
    clientId: null,
    apiBase: null,
  });
});

it('reads the key from a file, and names it but not its value where something is missing (L15)', () => {
  const file = path.join(folder, 'key');
  writeFileSync(file, 'sk_live_from-a-file\n');
  const env = { ...base, STRIPE_SECRET_KEY_FILE: file };
  expect(readConfig(env).stripe?.secretKey).toBe('sk_live_from-a-file');
  const start = () => readConfig({ ...env, NODE_ENV: 'production' });
  expect(start).toThrow(ConfigError);
  expect(start).toThrow(/^STRIPE_WEBHOOK_SECRETS is needed/);
  expect(start).not.toThrow(/sk_live/);
});

it.each([
  ['http://stripe.example', false],
  ['ftp://127.0.0.1', false],
  ['https://stripe.example', true],
  ['http://127.0.0.1:4242', true],
])('cards go over %s: %s', (STRIPE_API_BASE, allowed) => {
  const start = () => readConfig({ ...base, STRIPE_API_BASE });
  if (allowed) expect(start).not.toThrow();
  else expect(start).toThrow('Not a valid value: STRIPE_API_BASE.');
});

it.each([
  ['STRIPE_API_BASE', 'stripe'],
  ['STRIPE_SECRET_KEY', 'pk_test_1'],
  ['STRIPE_WEBHOOK_SECRETS', 'whsec_1, sk_test_1'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'https://pages.example/'],
  ['CORS_ORIGINS', 'https://Pages.example'],
  ['CORS_ORIGINS', 'pages.example'],
  ['PLAIN_HOSTS', 'db, cache:6379'],
  ['WEBHOOK_PRIVATE_HOSTS', 'http://gateway.internal'],
  ['PUSH_PRIVATE_HOSTS', '[::1]'],
])('a value of %s that can never do its work is refused: %s (L15)', (name, value) => {
  expect(() => readConfig({ ...base, [name]: value })).toThrow(
    new ConfigError(`Not a valid value: ${name}.`),
  );
});

it('hosts are named as names and addresses alone (L15)', () => {
  const named = readConfig({ ...base, WEBHOOK_PRIVATE_HOSTS: 'sms_gateway, 10.0.0.7, fd00::7' });
  expect(named.senders.privateHosts).toEqual(['sms_gateway', '10.0.0.7', 'fd00::7']);
});

it('spaces around a setting do not count, so that none but spaces switch no backups off (L15)', () => {
  const spaces = {
    BACKUP_EVERY_MINUTES: ' ',
    PORT: '\t',
    METRICS_PORT: ' ',
    LOG_LEVEL: 'warn ',
    HOST: ' ::1\n',
  };
  expect(readConfig({ ...base, ...spaces })).toMatchObject({
    backupEveryMs: 3_600_000,
    port: 4000,
    metricsPort: null,
    logLevel: 'warn',
    host: '::1',
  });
  const kept = { DATA_DIR: `${folder}/with a space `, TOKEN_SECRET: `${base.TOKEN_SECRET} ` };
  expect(readConfig(kept)).toMatchObject({ dataDir: kept.DATA_DIR, tokenSecret: kept.TOKEN_SECRET });
});

it('a file of a setting that is empty, or a folder, is no setting that is not set (L15)', () => {
  const empty = path.join(folder, 'empty');
  writeFileSync(empty, '\n');
  const inside = path.join(folder, 'database-url');
  mkdirSync(inside);
  const start = (file: string) => () => readConfig({ ...base, DATABASE_URL_FILE: file });
  expect(start(empty)).toThrow(new ConfigError('The file of DATABASE_URL_FILE is empty.'));
  expect(start(inside)).toThrow(new ConfigError('DATABASE_URL_FILE names a folder, and not a file.'));
  expect(start(path.join(empty, 'x'))).toThrow(
    new ConfigError('The file of DATABASE_URL_FILE is not there.'),
  );
});

it('a secret that a power cut left empty is made anew, and kept from then on', () => {
  const file = path.join(folder, 'token-secret');
  writeFileSync(file, '');
  const { tokenSecret } = readConfig({ DATA_DIR: folder });
  expect(tokenSecret.length).toBeGreaterThan(31);
  expect(readFileSync(file, 'utf8')).toBe(tokenSecret);
  expect(readConfig({ DATA_DIR: folder }).tokenSecret).toBe(tokenSecret);
});
