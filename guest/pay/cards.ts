import type { Pence } from '#shared/base/money.ts';

/** A form in which a guest gives a card. */
export type CardForm = {
  /** What the server asks the card provider with, or what the guest has to mend. */
  method(): Promise<{ id: string } | { problem: string }>;
  /** Lets the guest's bank ask what it asks. */
  confirm(clientSecret: string): Promise<void>;
};

export type StripeForm = CardForm & {
  /** Puts the form into the page. */
  mount(place: HTMLElement): void;
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
declare global {
  interface Window {
    Stripe?: (publishableKey: string, options: { stripeAccount: string }) => Stripe;
  }
}

const NOT_LOADED = 'The card form could not be loaded. Please check your connection and try again.';

/**
 * Stripe's own form, in frames of Stripe's origin, so that no card's number passes through this page. It offers the
 * browser's wallets too. The page of this step loads Stripe's script.
 */
export function stripeForm(
  { publishableKey, account }: { publishableKey: string; account: string },
  amount: Pence,
  theme: 'light' | 'dark',
): StripeForm {
  let loaded: { stripe: Stripe; elements: StripeElements } | null = null;
  return {
    mount(place) {
      const stripe = window.Stripe?.(publishableKey, { stripeAccount: account });
      if (!stripe) return;
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
      loaded = { stripe, elements };
    },
    setAmount: (changed) => loaded?.elements.update({ amount: changed }),
    async method() {
      if (!loaded) return { problem: NOT_LOADED };
      const { stripe, elements } = loaded;
      const submitted = await elements.submit();
      if (submitted.error) return { problem: submitted.error.message ?? 'Please check your card.' };
      const { paymentMethod, error } = await stripe.createPaymentMethod({ elements });
      return paymentMethod
        ? { id: paymentMethod.id }
        : { problem: error?.message ?? 'Please check your card.' };
    },
    async confirm(clientSecret) {
      // What came of it is asked of the server, not believed from here.
      await loaded?.stripe.handleNextAction({ clientSecret });
    },
  };
}
