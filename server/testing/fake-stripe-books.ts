import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import type { FakeIntent } from './fake-stripe-account.ts';
import { chargeTransaction, countries, movement, usualPrices } from './fake-stripe-balance.ts';
import type { FakeBalanceTransaction, Prices } from './fake-stripe-balance.ts';
import { page, within } from './fake-stripe-lists.ts';
import { StripeProblem } from './fake-stripe-problem.ts';
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

/** What the parts of an account's books share. */
type Shelf = {
  /** Oldest first. */
  balance: FakeBalanceTransaction[];
  payouts: FakePayout[];
  disputes: FakeDispute[];
  prices: Prices;
  intents: readonly FakeIntent[];
  seconds: () => number;
  onEvent: OnEvent;
};

/** An account's money: what moved its balance, its payouts and its disputes, and the lists that Stripe gives of them. */
export function fakeStripeBooks(seconds: () => number, intents: readonly FakeIntent[]) {
  const shelf: Shelf = {
    balance: [],
    payouts: [],
    disputes: [],
    prices: { ...usualPrices },
    intents,
    seconds,
    onEvent: () => undefined,
  };
  const { balance, payouts, disputes, prices } = shelf;
  return {
    balance,
    payouts,
    disputes,
    prices,
    ...payoutsOn(shelf),
    ...disputesOn(shelf),
    ...paymentsOn(shelf),
    /** From now on each event of the account goes there. */
    tell(to: OnEvent) {
      shelf.onEvent = to;
    },
    routes: routesOf(shelf),
  };
}

function put({ balance }: Shelf, line: FakeBalanceTransaction): FakeBalanceTransaction {
  balance.push(line);
  return line;
}

function at<Source>({ seconds }: Shelf, source: Source, amount: number) {
  return { source, amount, created: seconds() };
}

function payoutsOn(shelf: Shelf) {
  const { balance, payouts, seconds } = shelf;
  return { payOut, arrive, failPayout };

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
    lines.push(put(shelf, movement('payout', 'payout', at(shelf, payout.id, 0 - amount))));
    for (const line of lines) line.paidOutWith = payout.id;
    shelf.onEvent('payout.created', payout);
    shelf.onEvent('payout.reconciliation_completed', payout);
    return payout;
  }

  function arrive(payout: FakePayout): void {
    payout.status = 'paid';
    shelf.onEvent('payout.paid', payout);
  }

  /** The bank sends a payout back, even one that was paid before; its money is in the balance again. */
  function failPayout(payout: FakePayout): void {
    payout.status = 'failed';
    payout.failure_message = 'The bank account has been closed.';
    put(shelf, movement('payout_failure', 'payout_reversal', at(shelf, payout.id, payout.amount)));
    shelf.onEvent('payout.failed', payout);
  }
}

function disputesOn(shelf: Shelf) {
  const { disputes, prices, seconds } = shelf;
  /** The customer's bank asks about a payment, and takes nothing. */
  const inquire = (intent: FakeIntent) => opened(intent, intent.amount_received, 'warning_needs_response');
  return { dispute, inquire, decide };

  /** The customer's bank takes an amount back, and Stripe its fee. */
  function dispute(intent: FakeIntent, amount = intent.amount_received): FakeDispute {
    const made = opened(intent, amount, 'needs_response');
    put(shelf, movement('adjustment', 'dispute', at(shelf, made.id, 0 - amount), prices.dispute));
    shelf.onEvent('charge.dispute.funds_withdrawn', made);
    return made;
  }

  function opened(intent: FakeIntent, amount: number, status: FakeDispute['status']): FakeDispute {
    const made: FakeDispute = {
      id: idOf('du'),
      object: 'dispute',
      amount,
      created: seconds(),
      currency: 'gbp',
      reason: 'fraudulent',
      status,
      metadata: {},
      charge: chargeOf(intent),
      payment_intent: intent.id,
      evidence_details: { due_by: seconds() + 9 * DAY_S },
    };
    disputes.push(made);
    shelf.onEvent('charge.dispute.created', made);
    return made;
  }

  /** Decides a dispute; a won one brings the amount back, and the fee stays with Stripe. */
  function decide(one: FakeDispute, outcome: 'won' | 'lost'): void {
    one.status = outcome;
    if (outcome === 'won') {
      put(shelf, movement('adjustment', 'dispute_reversal', at(shelf, one.id, one.amount)));
      shelf.onEvent('charge.dispute.funds_reinstated', one);
    }
    shelf.onEvent('charge.dispute.closed', one);
  }
}

function paymentsOn(shelf: Shelf) {
  return { bookRefund, failRefund, bookCharge, adjust };

  /** A refund: one that the platform asked for, or one of the seller's own in Stripe's dashboard. */
  function bookRefund(intent: FakeIntent, refund: FakeRefund): void {
    intent.refunds.push(refund);
    put(shelf, movement('refund', 'refund', at(shelf, refund.id, 0 - refund.amount)));
    shelf.onEvent('refund.created', refund);
    shelf.onEvent('charge.refunded', { id: chargeOf(intent), object: 'charge', metadata: intent.metadata });
  }

  /** The card's bank does not take a refund that had succeeded: its money comes back. */
  function failRefund(refund: FakeRefund): void {
    refund.status = 'failed';
    put(shelf, movement('refund_failure', 'refund_failure', at(shelf, refund.id, refund.amount)));
    shelf.onEvent('refund.failed', refund);
    shelf.onEvent('charge.refund.updated', refund);
  }

  function bookCharge(intent: FakeIntent): FakeBalanceTransaction {
    const { amount_received: amount, application_fee_amount: fee, cardFrom } = intent;
    const line = put(
      shelf,
      chargeTransaction(at(shelf, chargeOf(intent), amount), fee ?? 0, shelf.prices[cardFrom]),
    );
    const object = { id: chargeOf(intent), object: 'charge', metadata: intent.metadata };
    shelf.onEvent('payment_intent.succeeded', { ...object, id: intent.id, object: 'payment_intent' });
    shelf.onEvent('charge.succeeded', object);
    return line;
  }

  /** Something of Stripe's own, such as a monthly price; negative for what it takes. */
  function adjust(amount: number): void {
    put(shelf, movement('stripe_fee', 'fee', at(shelf, null, amount)));
  }
}

function routesOf(shelf: Shelf): [string, RegExp, (request: FakeRequest) => object][] {
  const { balance, payouts, disputes, intents } = shelf;
  return [
    ['GET', /^\/v1\/balance_transactions$/, listBalance],
    ['GET', /^\/v1\/payouts$/, ({ params }) => page(within(payouts, params), params)],
    ['GET', /^\/v1\/disputes$/, ({ params }) => page(within(disputes, params), params)],
  ];

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
}

export const chargeOf = ({ id }: { id: string }) => `ch_${id.slice(3)}`;
export const idOf = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '')}`;
