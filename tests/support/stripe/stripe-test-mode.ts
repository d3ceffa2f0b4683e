/**
 * `npm run stripe:contract`: checks the assumptions about Stripe in its test mode. Needs a platform's test key in
 * STRIPE_TEST_KEY and a connected test account's id in STRIPE_TEST_ACCOUNT; moves no real money.
 */
import { openStripe } from '../../../server/payments/stripe.ts';
import { stripeContract } from './stripe-contract.ts';

const secretKey = process.env['STRIPE_TEST_KEY'] ?? '';
const account = process.env['STRIPE_TEST_ACCOUNT'] ?? '';

if (secretKey === '' || account === '') {
  console.log('skipped: STRIPE_TEST_KEY and STRIPE_TEST_ACCOUNT are not set');
} else if (!/^(sk|rk)_test_/.test(secretKey)) {
  console.error('STRIPE_TEST_KEY is not a test key: nothing was asked.');
  process.exitCode = 1;
} else {
  const { provider } = openStripe({ secretKey, webhookKeys: [], clientId: null, apiBase: null });
  for (const { name, run } of stripeContract) {
    try {
      await run(provider, account);
      console.log(`passed   ${name}`);
    } catch (error) {
      console.error(`failed   ${name}\n${String(error)}`);
      process.exitCode = 1;
    }
  }
}
