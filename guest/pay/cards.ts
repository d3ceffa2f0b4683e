import type { Pence } from '#shared/base/money.ts';

/** A form in which a guest gives a card. */
export type CardForm = {
  /**
   * What the server asks the card provider with, or what the guest has to mend.
   * `at`: when the guest did their last, in Unix ms; a wallet's sheet may stay open for as long as they like.
   */
  method(): Promise<{ id: string; at: number } | { problem: string }>;
  /** Lets the guest's bank ask what it asks. */
  confirm(clientSecret: string): Promise<void>;
};

export type StripeForm = CardForm & {
  /** Puts the form into the page, as soon as Stripe's script is there. False if it cannot be loaded. */
  mount(place: HTMLElement): Promise<boolean>;
  /** The amount changed. */
  setAmount(amount: Pence): void;
};

/** As much of Stripe.js as is used here. Source: https://docs.stripe.com/js */
type Stripe = {
  elements(options: object): StripeElements;
  createPaymentMethod(options: { elements: StripeElements }): Promise<{
    paymentMethod?: { id: string };
    error?: { message?: string };
  }>;
  handleNextAction(options: { clientSecret: string }): Promise<unknown>;
};
type StripeElements = {
  create(type: 'payment', options: object): { mount(place: HTMLElement): void };
  update(options: object): void;
  submit(): Promise<{ error?: { message?: string } }>;
};
type Mounted = { stripe: Stripe; elements: StripeElements };
declare global {
  interface Window {
    Stripe?: (publishableKey: string, options: { stripeAccount: string }) => Stripe;
  }
}

/** Stripe asks that its script be loaded from its own address, and from no copy. */
const STRIPE_SCRIPT = 'https://js.stripe.com/v3/';

export const NOT_LOADED = 'The card form could not be loaded. Please check your connection.';
const CHECK_CARD = 'Please check your card.';
const NOT_CHECKED =
  'Your card could not be checked, and nothing was taken. Please check your connection, and press Pay again.';

/**
 * Stripe's own form, in frames of Stripe's origin, so that no card's number passes through this page. It offers the
 * browser's wallets too. Stripe's script is loaded here and nowhere else.
 */
export function stripeForm(
  { publishableKey, account }: { publishableKey: string; account: string },
  initial: Pence,
  theme: 'light' | 'dark',
): StripeForm {
  let amount = initial;
  let mounted: Promise<Mounted | null> = Promise.resolve(null);

  async function open(place: HTMLElement) {
    await loadScript();
    const stripe = window.Stripe?.(publishableKey, { stripeAccount: account });
    if (!stripe) return null;
    const elements = stripe.elements({
      mode: 'payment',
      amount,
      currency: 'gbp',
      captureMethod: 'manual',
      paymentMethodCreation: 'manual',
      paymentMethodTypes: ['card'],
      appearance: { theme: theme === 'dark' ? 'night' : 'stripe' },
    });
    elements.create('payment', { layout: 'accordion' }).mount(place);
    return { stripe, elements };
  }

  return {
    async mount(place) {
      // Also where Stripe's script makes no form.
      mounted = open(place).catch(() => null);
      return (await mounted) !== null;
    },
    setAmount(changed) {
      amount = changed;
      void mounted.then((form) => form?.elements.update({ amount }));
    },
    async method() {
      const form = await mounted;
      if (!form) return { problem: NOT_LOADED };
      // It rejects where it does not reach Stripe. No order was sent yet.
      return methodOf(form).catch(() => ({ problem: NOT_CHECKED }));
    },
    async confirm(clientSecret) {
      // What came of it is asked of the server, not believed from here.
      await (await mounted)?.stripe.handleNextAction({ clientSecret });
    },
  };
}

async function methodOf({ stripe, elements }: Mounted): ReturnType<CardForm['method']> {
  const submitted = await elements.submit();
  if (submitted.error) return { problem: submitted.error.message ?? CHECK_CARD };
  // A phone that sleeps from here on did so after its guest was done.
  const at = Date.now();
  const { paymentMethod, error } = await stripe.createPaymentMethod({ elements });
  return paymentMethod ? { id: paymentMethod.id, at } : { problem: error?.message ?? CHECK_CARD };
}

/** Resolves when Stripe's script has run, or cannot be loaded. */
async function loadScript(): Promise<void> {
  if (window.Stripe) return;
  const script = document.createElement('script');
  script.src = STRIPE_SCRIPT;
  await new Promise((resolve) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', resolve);
    document.head.append(script);
  });
}
