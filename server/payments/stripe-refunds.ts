import { pence } from '#shared/base/money.ts';
import type Stripe from 'stripe';
import type { MadeRefund, RefundStep, RemoteProvider } from './payment-provider.ts';
import { certainlyNotDone, isDisconnected, isRepeated, messageOf } from './stripe-errors.ts';
import { intentOf, type IntentAt } from './stripe-intents.ts';
import { failed, hasFailed, outcomeOf, unknown } from './stripe-outcomes.ts';

/** Enough for faults of half an hour, as each try asks with one key more. */
const MOST_KEYS = 10;

/** Refunds through Stripe. Each names our id of it, by which it is looked up before it is asked for. */
export function stripeRefunds(stripe: Stripe): Pick<RemoteProvider, 'listRefunds' | 'refund'> {
  const { refundsOf, lookUp, makeOnce } = refundsAt(stripe);
  return {
    async listRefunds(reference) {
      try {
        const refunds: MadeRefund[] = [];
        for await (const refund of refundsOf(intentOf(reference)))
          if (refund.status === 'succeeded' || hasFailed(refund))
            refunds.push({
              id: refund.id,
              refundId: idOf(refund),
              amount: pence(refund.amount),
              madeAt: new Date(refund.created * 1000),
              failed: hasFailed(refund),
            });
        return { kind: 'listed', refunds };
      } catch (error) {
        return { kind: 'unknown', message: messageOf(error) };
      }
    },

    async refund(step) {
      if (step.reference === null) return failed('No card was charged for this order.');
      const at = intentOf(step.reference);
      let lookedUp = false;
      try {
        const { made, elsewhere } = await lookUp(at, step.refundId);
        lookedUp = true;
        if (!made && elsewhere.some((id) => !step.known.has(id))) return { kind: 'made-elsewhere' };
        return outcomeOf(made ?? (await makeOnce(at, step)));
      } catch (error) {
        const message = messageOf(error);
        // A look-up that was refused says nothing of what an earlier try has made.
        if (!lookedUp && isDisconnected(error)) return { kind: 'disconnected' };
        if (!certainlyNotDone(error))
          return isRepeated(error) ? { kind: 'fault-repeated', message } : unknown(message);
        return lookedUp ? failed(message) : { kind: 'look-up-refused', message };
      }
    },
  };
}

/** Our own id of a refund; null if it was made at Stripe itself. */
const idOf = ({ metadata }: Stripe.Refund) => metadata?.['refund_id'] || null;

function refundsAt(stripe: Stripe) {
  return { refundsOf, lookUp, makeOnce };

  /**
   * Asks for a refund. Where Stripe only repeats a fault of its own for the key, the next key is used, always in the same
   * order: but only if the refund was not made, and if Stripe itself refuses to make it twice, as not so much is left.
   * It may still make what it failed on, hours later.
   */
  async function makeOnce(at: IntentAt, step: RefundStep, nth = 0): Promise<Stripe.Refund> {
    try {
      return await create(at, step, nth === 0 ? step.idempotencyKey : `${step.idempotencyKey}:${nth}`);
    } catch (error) {
      if (certainlyNotDone(error) || !isRepeated(error)) throw error;
      // A look-up that fails proves nothing, so that the fault stands.
      const found = await lookUp(at, step.refundId).catch(() => null);
      if (found?.made) return found.made;
      if (!found || nth + 1 === MOST_KEYS) throw error;
      const taken = await takenOf(at).catch(() => null);
      if (taken === null || taken - found.refunded >= 2 * step.amount) throw error;
      return makeOnce(at, step, nth + 1);
    }
  }

  function create({ account, intent }: IntentAt, step: RefundStep, idempotencyKey: string) {
    return stripe.refunds.create(
      {
        payment_intent: intent,
        amount: step.amount,
        // The platform's fee stays with the platform, and the business bears the card fee.
        refund_application_fee: false,
        metadata: { order_id: step.orderId, refund_id: step.refundId },
      },
      { stripeAccount: account, idempotencyKey },
    );
  }

  /** The refund with our id, if made, the ids of those that were made at Stripe itself, and the sum of all in pence. */
  async function lookUp(at: IntentAt, refundId: string) {
    let [made, refunded]: [Stripe.Refund | null, number] = [null, 0];
    const elsewhere: string[] = [];
    for await (const refund of refundsOf(at)) {
      const ours = idOf(refund);
      if (ours === refundId) made ??= refund;
      if (!hasFailed(refund)) refunded += refund.amount;
      if (ours === null && refund.status === 'succeeded') elsewhere.push(refund.id);
    }
    return { made, elsewhere, refunded };
  }

  /** In pence. */
  async function takenOf({ account, intent }: IntentAt): Promise<number> {
    return (await stripe.paymentIntents.retrieve(intent, {}, { stripeAccount: account })).amount_received;
  }

  function refundsOf({ account, intent }: IntentAt) {
    return stripe.refunds.list({ payment_intent: intent, limit: 100 }, { stripeAccount: account });
  }
}
