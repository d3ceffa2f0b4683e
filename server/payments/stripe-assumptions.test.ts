import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stripeAt } from '../../tests/support/shop/card-shop.ts';
import { tryContract } from '../../tests/support/stripe/run-contract.ts';
import { stripeContract } from '../../tests/support/stripe/stripe-contract.ts';
import { fakeStripe, type FakeStripe } from '../testing/fake-stripe.ts';
import { assumedCalls, assumedEvents } from './stripe-assumptions.ts';

let stripe: FakeStripe;
beforeAll(async () => {
  stripe = await fakeStripe();
  const { books } = stripe.account('acct_one');
  books.adjust(620);
  books.payOut();
});
beforeEach(() => void stripe.requests.splice(0));
afterAll(() => stripe.close());

const publishableKey = 'pk_test_platform';
const keyed = (secretKey: string) => ({
  secretKey,
  publishableKey,
  account: 'acct_one',
  apiBase: stripe.origin,
});
const run = promisify(execFile);
const command = (env: Record<string, string>) =>
  run(process.execPath, ['tests/support/stripe/stripe-test-mode.ts'], { env: { ...process.env, ...env } });

describe('what is assumed of Stripe (D40)', () => {
  it('is listed as the code asks for it: each call, with every parameter', async () => {
    const said: string[] = [];
    expect(await tryContract(keyed(stripe.secretKey), (line) => said.push(line))).toBe(true);
    expect(said).toHaveLength(stripeContract.length);
    stripe.codes.set('ac_1', 'acct_one');
    await stripeAt(stripe).connect?.exchange('ac_1');
    const asked = new Map<string, Set<string>>();
    for (const { method, path, params } of stripe.requests) {
      const call = `${method} ${path.replace(/\/(pi|re|acct)_\w+/, '/:id')}`;
      asked.set(call, new Set([...(asked.get(call) ?? []), ...Object.keys(params)]));
    }
    const sorted = (names: Iterable<string>) => [...names].toSorted((a, b) => a.localeCompare(b));
    expect(Object.fromEntries([...asked].map(([call, sends]) => [call, sorted(sends)]))).toEqual(
      Object.fromEntries(assumedCalls.map(({ call, sends }) => [call, sorted(sends)])),
    );
  });

  it('has its events in docs/settings.md, where operators read which to have sent', () => {
    const told = readFileSync('docs/settings.md', 'utf8');
    const events = assumedEvents.flatMap((assumed) => assumed.events);
    expect(events.filter((event) => !told.includes(`\`${event}\``))).toEqual([]);
  });

  it('is proved by cases that there are', () => {
    const names = stripeContract.map(({ name }) => name);
    const proofs = assumedCalls.flatMap(({ provedBy }) => provedBy ?? []);
    expect(names).toEqual(expect.arrayContaining(proofs));
  });

  it('is listed and tried by the command, which fails where Stripe does otherwise', async () => {
    const env = {
      STRIPE_TEST_KEY: stripe.secretKey,
      STRIPE_TEST_ACCOUNT: 'acct_one',
      STRIPE_TEST_PUBLISHABLE_KEY: publishableKey,
      STRIPE_API_BASE: stripe.origin,
    };
    const { stdout } = await command(env);
    for (const { call } of assumedCalls) expect(stdout).toContain(`${call}: `);
    for (const { events } of assumedEvents) expect(stdout).toContain(events.join(', '));
    for (const { name } of stripeContract) expect(stdout).toContain(`passed   ${name}`);
    expect(stdout).not.toContain('not tried: ');
    stripe.behave(({ path }) => (path.endsWith('/capture') ? { before: () => 500 } : null));
    const failed = await command(env).catch((error: { code: number; stdout: string }) => error);
    stripe.behave(null);
    expect(failed).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('failed   a refund is made once'),
    });
  });

  it.each(['sk_live_secret', 'rk_live_secret', 'nonsense'])('is never tried with the key %s', async (key) => {
    const env = { STRIPE_TEST_KEY: key, STRIPE_TEST_ACCOUNT: 'acct_one', STRIPE_API_BASE: stripe.origin };
    const refused = await command(env).catch((error: { code: number; stdout: string }) => error);
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('nothing was asked') });
    expect(stripe.requests).toEqual([]);
  });

  it('is only listed without a key', async () => {
    const { stdout } = await command({ STRIPE_TEST_KEY: '', STRIPE_TEST_ACCOUNT: '' });
    expect(stdout).toContain('Nothing was tried');
  });
});
