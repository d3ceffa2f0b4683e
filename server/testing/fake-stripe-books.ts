import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import type { FakeIntent } from './fake-stripe-account.ts';
import { chargeTransaction, countries, movement, usualPrices } from './fake-stripe-balance.ts';
import type { FakeBalanceTransaction, Prices } from './fake-stripe-balance.ts';
import { invalid, StripeProblem } from './fake-stripe-problem.ts';
import type { FakeRequest } from './fake-stripe.ts';

export type FakePayout = Pick<
  Stripe.Payout,
  | 'id'
  | 'object'
  | 'amount'
  | 'arrival_date'
  | 'automatic'
  | 'created'
  | 'currency'
  | 'failure_message'
  | 'reconciliation_status'
  | 'status'
>;
export type FakeDispute = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'reason' | 'status' | 'metadata'
> & { charge: string; payment_intent: string; evidence_details: { due_by: number | null } };
export type FakeRefund = FakeIntent['refunds'][number];
/** Called with each event that Stripe would send of the account. */
export type OnEvent = (type: string, object: object) => void;

const DAY_S = 24 * 60 * 60;

export type FakeBooks = ReturnType<typeof fakeStripeBooks>;

/** An account's money: what moved its balance, its payouts and its disputes, and the lists that Stripe gives of them. */
export function fakeStripeBooks(seconds: () => number, intents: readonly FakeIntent[]) {
  /** Oldest first. */
  const balance: FakeBalanceTransaction[] = [];
  const payouts: FakePayout[] = [];
  const disputes: FakeDispute[] = [];
  const prices: Prices = { ...usualPrices };
  let onEvent: OnEvent = () => undefined;

  const put = (line: FakeBalanceTransaction) => {
    balance.push(line);
    return line;
  };
  const at = <Source>(source: Source, amount: number) => ({ source, amount, created: seconds() });

  /** Pays out everything that no payout holds yet; null if that is nothing, or less. */
  function payOut(): FakePayout | null {
    const lines = balance.filter(({ paidOutWith }) => paidOutWith === null);
    const amount = lines.reduce((total, { net }) => total + net, 0);
    if (amount <= 0) return null;
    const payout: FakePayout = {
      id: idOf('po'),
      object: 'payout',
      amount,
      arrival_date: seconds() + 2 * DAY_S,
      automatic: true,
      created: seconds(),
      currency: 'gbp',
      failure_message: null,
      reconciliation_status: 'completed',
      status: 'in_transit',
    };
    payouts.push(payout);
    lines.push(put(movement('payout', 'payout', at(payout.id, 0 - amount))));
    for (const line of lines) line.paidOutWith = payout.id;
    onEvent('payout.created', payout);
    onEvent('payout.reconciliation_completed', payout);
    return payout;
  }

  function arrive(payout: FakePayout): void {
    payout.status = 'paid';
    onEvent('payout.paid', payout);
  }

  /** The bank sends a payout back, even one that was paid before; its money is in the balance again. */
  function failPayout(payout: FakePayout): void {
    payout.status = 'failed';
    payout.failure_message = 'The bank account has been closed.';
    put(movement('payout_failure', 'payout_reversal', at(payout.id, payout.amount)));
    onEvent('payout.failed', payout);
  }

  /** The customer's bank takes an amount back, and Stripe its fee. */
  function dispute(intent: FakeIntent, amount = intent.amount_received): FakeDispute {
    const made: FakeDispute = {
      id: idOf('du'),
      object: 'dispute',
      amount,
      created: seconds(),
      currency: 'gbp',
      reason: 'fraudulent',
      status: 'needs_response',
      metadata: {},
      charge: chargeOf(intent),
      payment_intent: intent.id,
      evidence_details: { due_by: seconds() + 9 * DAY_S },
    };
    disputes.push(made);
    onEvent('charge.dispute.created', made);
    put(movement('adjustment', 'dispute', at(made.id, 0 - amount), prices.dispute));
    onEvent('charge.dispute.funds_withdrawn', made);
    return made;
  }

  /** Decides a dispute; a won one brings the amount back, and the fee stays with Stripe. */
  function decide(one: FakeDispute, outcome: 'won' | 'lost'): void {
    one.status = outcome;
    if (outcome === 'won') {
      put(movement('adjustment', 'dispute_reversal', at(one.id, one.amount)));
      onEvent('charge.dispute.funds_reinstated', one);
    }
    onEvent('charge.dispute.closed', one);
  }

  /** A refund: one that the platform asked for, or one of the seller's own in Stripe's dashboard. */
  function bookRefund(intent: FakeIntent, refund: FakeRefund): void {
    intent.refunds.push(refund);
    put(movement('refund', 'refund', at(refund.id, 0 - refund.amount)));
    onEvent('refund.created', refund);
    onEvent('charge.refunded', { id: chargeOf(intent), object: 'charge', metadata: intent.metadata });
  }

  /** The card's bank does not take a refund that had succeeded: its money comes back. */
  function failRefund(refund: FakeRefund): void {
    refund.status = 'failed';
    put(movement('refund_failure', 'refund_failure', at(refund.id, refund.amount)));
    onEvent('refund.failed', refund);
    onEvent('charge.refund.updated', refund);
  }

  function bookCharge(intent: FakeIntent): FakeBalanceTransaction {
    const { amount_received: amount, application_fee_amount: fee, cardFrom } = intent;
    const line = put(chargeTransaction(at(chargeOf(intent), amount), fee ?? 0, prices[cardFrom]));
    const object = { id: chargeOf(intent), object: 'charge', metadata: intent.metadata };
    onEvent('payment_intent.succeeded', { ...object, id: intent.id, object: 'payment_intent' });
    onEvent('charge.succeeded', object);
    return line;
  }

  /** Something of Stripe's own, such as a monthly price; negative for what it takes. */
  const adjust = (amount: number) => void put(movement('stripe_fee', 'fee', at(null, amount)));

  function sourceOf(id: string | null): object | string | null {
    if (id === null) return null;
    const intent = intents.find((one) => chargeOf(one) === id);
    if (intent)
      return {
        id,
        object: 'charge',
        payment_intent: intent.id,
        metadata: intent.metadata,
        payment_method_details: { type: 'card', card: { country: countries[intent.cardFrom] } },
      };
    const refunds = intents.flatMap((one) => one.refunds);
    const known = [...refunds, ...disputes, ...payouts].find((one) => one.id === id);
    return known ?? id;
  }

  function listBalance({ params }: FakeRequest): object {
    const payout = params['payout'];
    if (payout !== undefined && !payouts.some(({ id }) => id === payout))
      throw new StripeProblem(404, 'invalid_request_error', `No such payout: '${payout}'`);
    const found = within(balance, params).filter(
      (line) => payout === undefined || line.paidOutWith === payout,
    );
    const expanded = params['expand[0]'] === 'data.source';
    return page(found, params, ({ paidOutWith: _hidden, ...line }) => ({
      ...line,
      source: expanded ? sourceOf(line.source) : line.source,
    }));
  }

  return {
    balance,
    payouts,
    disputes,
    prices,
    payOut,
    arrive,
    failPayout,
    dispute,
    decide,
    bookRefund,
    failRefund,
    bookCharge,
    adjust,
    /** From now on each event of the account goes there. */
    tell(to: OnEvent) {
      onEvent = to;
    },
    routes: [
      ['GET', /^\/v1\/balance_transactions$/, listBalance],
      ['GET', /^\/v1\/payouts$/, ({ params }: FakeRequest) => page(within(payouts, params), params)],
      ['GET', /^\/v1\/disputes$/, ({ params }: FakeRequest) => page(within(disputes, params), params)],
    ] as [string, RegExp, (request: FakeRequest) => object][],
  };
}

export const chargeOf = ({ id }: { id: string }) => `ch_${id.slice(3)}`;
export const idOf = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '')}`;

/** Newest first, as Stripe lists everything; `created[gte]` and `created[lt]` are seconds. */
function within<One extends { created: number }>(all: readonly One[], params: Record<string, string>): One[] {
  const unknown = Object.keys(params).find((name) => !listParams.test(name));
  if (unknown !== undefined) throw invalid(`Received unknown parameter: ${unknown}`);
  const since = Number(params['created[gte]'] ?? 0);
  const until = Number(params['created[lt]'] ?? Infinity);
  return all.filter(({ created }) => created >= since && created < until).toReversed();
}
const listParams = /^(created\[(gte|lt)\]|limit|starting_after|payout|expand\[0\])$/;

function page<One extends { id: string }>(
  all: One[],
  params: Record<string, string>,
  show: (one: One) => object = (one) => one,
): object {
  const limit = Number(params['limit'] ?? 10);
  if (!(limit >= 1 && limit <= 100)) throw invalid('A page has 1 to 100 objects.');
  const after = params['starting_after'];
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const shown = all.slice(from, from + limit);
  return { object: 'list', data: shown.map(show), has_more: from + limit < all.length };
}
