import type { CardBooks } from './card-books.ts';
import type { RemoteProvider } from './payment-provider.ts';
import { stripeBooks } from './stripe-books.ts';
import { stripeClient, type StripeSettings } from './stripe-client.ts';
import { stripeConnect, type StripeConnect } from './stripe-connect.ts';
import { stripeEvents, type StripeEvents } from './stripe-events.ts';
import { stripeProvider } from './stripe-provider.ts';

/** The parts of Stripe that the server uses: payments, events, sellers' accounts, and what is booked on them. */
export type StripeParts = {
  provider: RemoteProvider;
  events: StripeEvents;
  books: CardBooks;
  /** Names the platform to Stripe's own form in guests' browsers; null if it is not set. */
  publishableKey: string | null;
  /** Null if the platform's client id is not set. */
  connect: StripeConnect | null;
};

export function openStripe(settings: StripeSettings): StripeParts {
  const stripe = stripeClient(settings);
  return {
    provider: stripeProvider(stripe),
    events: stripeEvents(settings.webhookKeys, settings.secretKey),
    books: stripeBooks(stripe),
    publishableKey: settings.publishableKey,
    connect: settings.clientId === null ? null : stripeConnect(stripe, settings.clientId),
  };
}
