import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { logOptions } from './logging.ts';

function logged(write: (log: ReturnType<typeof Fastify>['log']) => void): string {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  write(Fastify({ logger: { ...logOptions('info'), stream } }).log);
  return text;
}

it('a secret is taken out by the name of its field, however deep (A25)', () => {
  const text = logged((log) => {
    log.info({ password: 'one-1', account: { accessToken: 'two-2', name: 'Priya' } });
    log.info({ body: { account: { refreshToken: 'three-3' } }, headers: { authorization: 'four-4' } });
    log.info({ reply: { 'stripe-signature': 'five-5', card: { number: 'six-6' } } });
  });
  expect(text).toContain('Priya');
  expect(text.match(/\[redacted\]/g)).toHaveLength(6);
  expect(text).not.toMatch(/one-1|two-2|three-3|four-4|five-5|six-6/);
});

it('a secret is taken out by its form, wherever it stands, and the line stays one of JSON (A25)', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl';
  const text = logged((log) => {
    log.info(`a header "Bearer ${token}" and a key sk_live_51Habc, whsec_abc123 and rk_test_9`);
    log.error({ err: new Error(`could not reach postgres://servery:pass-word@db:5432/x with ${token}`) });
    log.warn({ reason: 'redis://:pass-word@cache:6379 is away' });
  });
  expect(text).not.toMatch(/eyJ|sk_live|whsec|rk_test|pass-word|Bearer/);
  expect(text).toContain('@db:5432');
  const lines = text.trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([30, 50, 40]);
});

it('of an error only what happened is told, not the row it happened to (A25)', () => {
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    constraint: 'accounts_email_key',
    detail: 'Key (email)=(priya@servery.test) already exists.',
    parameters: ['priya@servery.test'],
  });
  const text = logged((log) => log.error({ err: error }));
  expect(text).toContain('accounts_email_key');
  expect(text).not.toContain('priya');
});
