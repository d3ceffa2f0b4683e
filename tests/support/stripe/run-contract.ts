import { openStripe } from '../../../server/payments/stripe.ts';
import { assumedCalls, assumedEvents } from '../../../server/payments/stripe-assumptions.ts';
import { NotTried } from './contract-steps.ts';
import { confirmAsAnybody } from './publishable-key.ts';
import { stripeContract } from './stripe-contract.ts';

type ContractSettings = {
  /** A platform's key of Stripe's test mode. */
  secretKey: string;
  /** The platform's other key; what anybody can do with it is not tried without. */
  publishableKey: string | null;
  /** A connected test account. */
  account: string;
  /** Another host than Stripe's own, such as the stand-in. */
  apiBase: string | null;
};

/** Lists what is assumed of Stripe. */
export function assumptions(): string[] {
  return [
    ...assumedCalls.flatMap(({ call, sends, reads, assumes, provedBy }) => [
      `${call}: ${assumes}`,
      `  sends ${sends.join(', ') || 'nothing'}; reads ${reads.join(', ')}`,
      provedBy === null ? '  not tried here: it needs a person at Stripe' : `  tried by: ${provedBy}`,
    ]),
    ...assumedEvents.flatMap(({ events, assumes }) => [
      `event ${events.join(', ')}: ${assumes}`,
      '  not tried here: Stripe sends it to a public address',
    ]),
  ];
}

/** Tries each case at Stripe; false if one failed. A key that is not of the test mode is refused and asks nothing. */
export async function tryContract(
  { secretKey, publishableKey, account, apiBase }: ContractSettings,
  say: (line: string) => void,
): Promise<boolean> {
  if (!/^(sk|rk)_test_/.test(secretKey)) {
    say('STRIPE_TEST_KEY is not a key of the test mode: nothing was asked.');
    return false;
  }
  const { provider, books } = openStripe({
    secretKey,
    webhookKeys: [],
    publishableKey,
    clientId: null,
    apiBase,
  });
  const anybody =
    publishableKey === null
      ? null
      : (secret: string, card: string) =>
          confirmAsAnybody({ publishableKey, account, apiBase }, secret, card);
  let passed = true;
  for (const { name, run } of stripeContract) {
    try {
      await run(provider, account, books, anybody);
      say(`passed   ${name}`);
    } catch (error) {
      if (error instanceof NotTried) say(`not tried: ${error.message}: ${name}`);
      else {
        passed = false;
        say(`failed   ${name}\n${String(error)}`);
      }
    }
  }
  return passed;
}
