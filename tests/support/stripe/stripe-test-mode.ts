/**
 * `npm run stripe:contract`: lists what is assumed of Stripe, and tries it in Stripe's test mode. That needs a platform's
 * test key in STRIPE_TEST_KEY and a connected test account's id in STRIPE_TEST_ACCOUNT, and moves no real money. What
 * anybody can do is tried with the platform's STRIPE_TEST_PUBLISHABLE_KEY.
 */
import { assumptions, tryContract } from './run-contract.ts';

const secretKey = process.env['STRIPE_TEST_KEY'] ?? '';
const account = process.env['STRIPE_TEST_ACCOUNT'] ?? '';
const publishableKey = process.env['STRIPE_TEST_PUBLISHABLE_KEY'] || null;
const apiBase = process.env['STRIPE_API_BASE'] ?? null;

for (const line of assumptions()) console.log(line);
console.log('');
if (secretKey === '' || account === '')
  console.log('Nothing was tried: STRIPE_TEST_KEY and STRIPE_TEST_ACCOUNT are not set.');
else if (!(await tryContract({ secretKey, publishableKey, account, apiBase }, console.log)))
  process.exitCode = 1;
