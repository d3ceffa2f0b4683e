import type { BrowserContext } from 'playwright/test';
import type { FakeAccount } from '../../../server/testing/fake-stripe.ts';

/** Card numbers as Stripe's test mode has them, and the payment methods that come of them. */
export const cardNumbers = {
  pays: '4242 4242 4242 4242',
  asksBank: '4000 0025 0000 3155',
  declined: '4000 0000 0000 0002',
};

/** Where a browser gives a card to Stripe. */
export const STRIPE_TAKES_CARDS = 'https://api.stripe.com/v1/payment_methods';

/**
 * Serves a stand-in for Stripe.js, and for what it asks of Stripe, to a browser: a form that takes a card's number, and
 * the bank's question of 3-D Secure. What the guest answers there is told to the stand-in for Stripe's API.
 */
export async function serveStripeJs(context: BrowserContext, account: FakeAccount): Promise<void> {
  await context.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${inPage.toString()})()` }),
  );
  await context.route(STRIPE_TAKES_CARDS, (route) =>
    route.fulfill({ json: {}, headers: { 'access-control-allow-origin': '*' } }),
  );
  await context.route('https://api.stripe.com/bank', async (route) => {
    const { clientSecret, outcome } = route.request().postDataJSON() as {
      clientSecret: string;
      outcome: 'confirmed' | 'refused';
    };
    const intent = account.intents.find(({ client_secret }) => client_secret === clientSecret);
    if (!intent) return route.fulfill({ status: 404, json: {} });
    if (intent.status === 'requires_action') account.authenticate(intent, outcome);
    return route.fulfill({ json: {}, headers: { 'access-control-allow-origin': '*' } });
  });
}

/** Runs in the browser. Its own words are all that it has. */
function inPage(): void {
  const methods: Record<string, string> = {
    '4242424242424242': 'pm_card_visa',
    '4000002500003155': 'pm_card_authenticationRequired',
    '4000000000000002': 'pm_card_visa_chargeDeclined',
  };
  const field = document.createElement('input');
  field.id = 'stand-in-card';
  field.inputMode = 'numeric';
  const label = document.createElement('label');
  label.htmlFor = field.id;
  label.textContent = 'Card number';

  const bankAsks = (clientSecret: string) =>
    new Promise((resolve) => {
      const dialog = document.createElement('dialog');
      dialog.setAttribute('aria-label', 'Your bank');
      for (const [name, outcome] of [
        ['Approve', 'confirmed'],
        ['Refuse', 'refused'],
      ]) {
        const button = document.createElement('button');
        button.textContent = name ?? '';
        button.addEventListener('click', () => {
          const body = JSON.stringify({ clientSecret, outcome });
          void fetch('https://api.stripe.com/bank', { method: 'POST', body }).then(() => {
            dialog.remove();
            resolve({});
          });
        });
        dialog.append(button);
      }
      document.body.append(dialog);
      dialog.showModal();
    });

  Object.assign(window, {
    Stripe: () => ({
      elements: () => ({
        create: () => ({ mount: (place: HTMLElement) => place.append(label, field) }),
        update: () => undefined,
        submit: async () =>
          field.value === '' ? { error: { message: 'Your card number is incomplete.' } } : {},
      }),
      createPaymentMethod: async () => {
        await fetch('https://api.stripe.com/v1/payment_methods', { method: 'POST' });
        return { paymentMethod: { id: methods[field.value.replace(/\D/g, '')] } };
      },
      handleNextAction: ({ clientSecret }: { clientSecret: string }) => bankAsks(clientSecret),
    }),
  });
}
