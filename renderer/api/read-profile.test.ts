import { expect, it } from 'vitest';
import { readProfile } from './read-profile.ts';

it('reads a profile, and what it says of a link to Stripe (D2)', () => {
  expect(readProfile({ id: 'a', stripeConnectId: 'acct', account: { email: 'e' } })).toMatchObject({
    id: 'a',
    stripeConnectId: 'acct',
  });
  expect(readProfile({ id: 'a', cardsRefused: true }).cardsRefused).toBe(true);
  expect(readProfile({ id: 'a' }).cardsRefused).toBe(false);
  const link = { stripeClientId: 'ca', stripeConnectState: 's', stripeConnectError: 'No.' };
  expect(readProfile({ id: 'a', ...link })).toMatchObject(link);
  expect(readProfile({ id: 'a', stripeClientId: null })).not.toHaveProperty('stripeClientId');
});
