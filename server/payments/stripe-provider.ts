import type Stripe from 'stripe';
import { v4 as newKey } from 'uuid';
import type {
  HoldState,
  PaymentOutcome,
  PaymentStep,
  ReleaseOutcome,
  RemoteProvider,
} from './payment-provider.ts';
import { feesAtStripe } from './stripe-fees.ts';
import { holdOfIntent, intentOf, PARTLY_TAKEN, type IntentAt } from './stripe-intents.ts';
import {
  certainlyNotDone,
  isDeclined,
  isDisconnected,
  isRepeated,
  messageOf,
  refusedIntent,
} from './stripe-errors.ts';
import { failed, unknown } from './stripe-outcomes.ts';
import { stripeRefunds } from './stripe-refunds.ts';

/** Clocks differ, and an intent is made a while after its order was written. */
const SEARCH_FROM_MS = -10 * 60_000;
const SEARCH_UNTIL_MS = 24 * 60 * 60_000;

/**
 * Cards through Stripe: direct charges on the seller's connected account, authorised when the order is placed and
 * captured when it is closed. Stripe stores idempotency keys for 24 hours only, so a request that may be repeated
 * later first looks up what happened.
 */
export function stripeProvider(stripe: Stripe): RemoteProvider {
  return {
    decides: 'remotely',

    async requestHold({ orderId, account, amount, applicationFee, method, idempotencyKey }) {
      try {
        const intent = await stripe.paymentIntents.create(
          {
            amount,
            currency: 'gbp',
            application_fee_amount: applicationFee,
            payment_method: method,
            allowed_payment_method_types: ['card'],
            capture_method: 'manual',
            // The customer's app gets the intent's secret, and anybody may have our publishable key. So only the secret
            // key may try a card on the intent: no other card than this one, and none past our limits.
            confirmation_method: 'manual',
            confirm: true,
            metadata: { order_id: orderId },
            expand: ['latest_charge'],
          },
          { stripeAccount: account, idempotencyKey },
        );
        return holdOfIntent(account, intent);
      } catch (error) {
        const intent = refusedIntent(error);
        return notHeld(account, intent && `${account}/${intent}`, error);
      }
    },

    readHold: (reference) => read(intentOf(reference)),

    async confirmHold({ reference, idempotencyKey }) {
      const at = intentOf(reference);
      try {
        const intent = await stripe.paymentIntents.confirm(
          at.intent,
          { expand: ['latest_charge'] },
          { stripeAccount: at.account, idempotencyKey },
        );
        return holdOfIntent(at.account, intent);
      } catch (error) {
        // Declined, or confirmed by somebody else meanwhile, or ended: its own state is decisive.
        const hold = await read(at);
        if (hold.kind !== 'to-confirm') return hold;
        return notHeld(at.account, reference, error);
      }
    },

    async findHold({ orderId, account, placedAt }) {
      const since = Math.floor((placedAt.getTime() + SEARCH_FROM_MS) / 1000);
      const until = Math.ceil((placedAt.getTime() + SEARCH_UNTIL_MS) / 1000);
      try {
        const intents = stripe.paymentIntents.list(
          { created: { gte: since, lte: until }, limit: 100, expand: ['data.latest_charge'] },
          { stripeAccount: account },
        );
        for await (const intent of intents)
          if (intent.metadata['order_id'] === orderId) return holdOfIntent(account, intent);
        return null;
      } catch (error) {
        return { kind: 'unknown', message: messageOf(error) };
      }
    },

    async capture({ reference, amount, idempotencyKey }) {
      if (reference === null) return failed('There is no hold on a card for this order.');
      const at = intentOf(reference);
      return settle(
        at,
        idempotencyKey,
        (asked) => stripe.paymentIntents.capture(at.intent, { amount_to_capture: amount }, asked),
        {
          succeeded: { kind: 'done' },
          partly: failed(PARTLY_TAKEN),
          canceled: failed('The hold on the card has ended.'),
        },
      );
    },

    async release({ reference, idempotencyKey }: PaymentStep) {
      if (reference === null) return { kind: 'done' };
      const at = intentOf(reference);
      return settle<ReleaseOutcome>(
        at,
        idempotencyKey,
        (asked) => stripe.paymentIntents.cancel(at.intent, {}, asked),
        {
          succeeded: { kind: 'taken' },
          partly: { kind: 'partly-taken', message: PARTLY_TAKEN },
          canceled: { kind: 'done' },
        },
      );
    },

    async readFees(reference) {
      try {
        return await feesAtStripe(stripe, intentOf(reference));
      } catch (error) {
        return { kind: 'unknown', message: messageOf(error) };
      }
    },

    ...stripeRefunds(stripe),
  };

  /**
   * Why there is no hold. A request may be invalid by what its guest sent, such as a card that nobody knows, and that
   * counts against them like a decline; only the account's own word takes the blame off them.
   */
  async function notHeld(account: string, reference: string | null, error: unknown): Promise<HoldState> {
    const message = messageOf(error);
    if (!certainlyNotDone(error))
      return { kind: 'unknown', message, ...(isRepeated(error) && { isRepeated: true }) };
    if (isDeclined(error)) return { kind: 'refused', reference, message };
    try {
      const { charges_enabled: takes } = await stripe.accounts.retrieve(
        account,
        {},
        { stripeAccount: account },
      );
      return { kind: takes ? 'refused' : 'cannot-charge', reference, message };
    } catch (unread) {
      // A key that may not read accounts never will.
      if (isDisconnected(unread)) return { kind: 'refused', reference, message };
      return { kind: 'unknown', message: messageOf(unread) };
    }
  }

  async function read(at: IntentAt): Promise<HoldState> {
    try {
      return holdOfIntent(at.account, await retrieve(at));
    } catch (error) {
      return { kind: 'unknown', message: messageOf(error) };
    }
  }

  function retrieve({ account, intent }: IntentAt): Promise<Stripe.PaymentIntent> {
    return stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] }, { stripeAccount: account });
  }

  /** Whatever the answer, or without one, the intent's own state is decisive: `by` is what each final state means. */
  async function settle<Outcome extends ReleaseOutcome = PaymentOutcome>(
    at: IntentAt,
    idempotencyKey: string,
    step: (asked: Stripe.RequestOptions) => Promise<Stripe.PaymentIntent>,
    by: Record<'succeeded' | 'partly' | 'canceled', Outcome>,
    mayAskAnew = true,
  ): Promise<Outcome | PaymentOutcome> {
    try {
      await step({ stripeAccount: at.account, idempotencyKey });
      return { kind: 'done' };
    } catch (error) {
      const intent = await retrieve(at).catch(() => null);
      if (intent?.status === 'canceled') return by.canceled;
      if (intent?.status === 'succeeded')
        return intent.amount_received === intent.amount ? by.succeeded : by.partly;
      // What Stripe repeats is the answer to an earlier try, which has not done it: so it is asked for with another key.
      if (intent && mayAskAnew && isRepeated(error)) return await settle(at, newKey(), step, by, false);
      return certainlyNotDone(error) ? failed(messageOf(error)) : unknown(messageOf(error));
    }
  }
}
