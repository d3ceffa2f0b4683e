import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

it('a secret that a power cut left empty is made anew, and kept from then on', () => {
  const file = path.join(folder, 'token-secret');
  writeFileSync(file, '');
  const { tokenSecret } = readConfig({ DATA_DIR: folder });
  expect(tokenSecret.length).toBeGreaterThan(31);
  expect(readFileSync(file, 'utf8')).toBe(tokenSecret);
  expect(readConfig({ DATA_DIR: folder }).tokenSecret).toBe(tokenSecret);
});
