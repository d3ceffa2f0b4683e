import type Stripe from 'stripe';
import {
  AccountDisconnected,
  BooksUnread,
  type BalanceLine,
  type CardBooks,
  type CardDispute,
  type CardPayout,
  type DisputeState,
  type LineKind,
  type PayoutState,
  type Span,
} from './card-books.ts';
import { isDisconnected, messageOf } from './stripe-errors.ts';

/** The most that Stripe gives at once. */
const PAGE = 100;

/** A seller's balance at Stripe, with its payouts and disputes. Only what is kept in pounds is read. */
export function stripeBooks(stripe: Stripe): CardBooks {
  return {
    lines: inWords(async (account, span: Span) => {
      const found: BalanceLine[] = [];
      const asked = { created: createdIn(span), limit: PAGE, expand: ['data.source'] };
      for await (const one of stripe.balanceTransactions.list(asked, { stripeAccount: account }))
        if (one.currency === 'gbp') found.push(lineOf(one));
      return found.toReversed();
    }),

    linesOf: inWords(async (account, payout: string) => {
      const found: BalanceLine[] = [];
      const asked = { payout, limit: PAGE, expand: ['data.source'] };
      for await (const one of stripe.balanceTransactions.list(asked, { stripeAccount: account })) {
        const line = lineOf(one);
        if (line.source !== payout) found.push(line);
      }
      return found.toReversed();
    }),

    payouts: inWords((account, span: Span) => {
      const asked = { created: createdIn(span), limit: PAGE };
      return inPounds(stripe.payouts.list(asked, { stripeAccount: account }), payoutOf);
    }),

    disputes: inWords((account, span: Span) => {
      const asked = { created: createdIn(span), limit: PAGE };
      return inPounds(stripe.disputes.list(asked, { stripeAccount: account }), disputeOf);
    }),
  };
}

/** The same reading; what goes wrong with it is told in words for a person. */
function inWords<Asked, Read>(read: (account: string, asked: Asked) => Promise<Read>): typeof read {
  return async (account, asked) => {
    try {
      return await read(account, asked);
    } catch (error) {
      const Why = isDisconnected(error) ? AccountDisconnected : BooksUnread;
      throw new Why(messageOf(error), { cause: error });
    }
  };
}

/** Those of a list that are in pounds, as `read` reads them. */
async function inPounds<One extends { currency: string }, Read>(
  all: AsyncIterable<One>,
  read: (one: One) => Read,
): Promise<Read[]> {
  const found: Read[] = [];
  for await (const one of all) if (one.currency === 'gbp') found.push(read(one));
  return found;
}

function lineOf(booked: Stripe.BalanceTransaction): BalanceLine {
  const { id, amount, net, created, fee_details: fees } = booked;
  const platformFee = fees
    .filter(({ type }) => type === 'application_fee')
    .reduce((total, fee) => total + fee.amount, 0);
  return {
    id,
    kind: kindOf(booked),
    amount,
    platformFee,
    cardFee: amount - net - platformFee,
    net,
    at: new Date(created * 1000),
    ...sourceOf(booked.source),
  };
}

/** `type` tells most kinds; of adjustments only the reporting category tells which are disputes'. */
function kindOf({ type, reporting_category: category }: Stripe.BalanceTransaction): LineKind {
  if (category === 'dispute') return 'dispute';
  if (category === 'dispute_reversal') return 'dispute-returned';
  switch (type) {
    case 'charge':
    case 'payment':
      return 'payment';
    case 'refund':
    case 'payment_refund':
      return 'refund';
    case 'refund_failure':
      return 'refund-failed';
    case 'payout':
      return 'payout';
    case 'payout_failure':
    case 'payout_cancel':
      return 'payout-returned';
    default:
      return 'other';
  }
}

type Source = Pick<BalanceLine, 'source' | 'intent' | 'orderId' | 'refundId' | 'cardCountry'>;

function sourceOf(source: Stripe.BalanceTransaction['source']): Source {
  const none = { intent: null, orderId: null, refundId: null, cardCountry: null };
  if (source === null || typeof source === 'string') return { ...none, source };
  switch (source.object) {
    case 'charge':
      return {
        ...none,
        source: source.id,
        intent: idOf(source.payment_intent),
        orderId: source.metadata['order_id'] || null,
        cardCountry: source.payment_method_details?.card?.country ?? null,
      };
    case 'refund':
      return {
        ...none,
        source: source.id,
        intent: idOf(source.payment_intent),
        orderId: source.metadata?.['order_id'] || null,
        refundId: source.metadata?.['refund_id'] || null,
      };
    case 'dispute':
      return { ...none, source: source.id, intent: idOf(source.payment_intent) };
    default:
      return { ...none, source: 'id' in source ? source.id : null };
  }
}

function payoutOf(payout: Stripe.Payout): CardPayout {
  return {
    id: payout.id,
    amount: payout.amount,
    state: payoutStates[payout.status] ?? 'pending',
    madeAt: new Date(payout.created * 1000),
    arrivesAt: new Date(payout.arrival_date * 1000),
    failure: payout.failure_message,
    linesKnown: payout.reconciliation_status === 'completed',
  };
}
const payoutStates: Record<string, PayoutState> = {
  pending: 'pending',
  in_transit: 'in-transit',
  paid: 'paid',
  failed: 'failed',
  canceled: 'canceled',
};

function disputeOf(dispute: Stripe.Dispute): CardDispute {
  const due = dispute.evidence_details.due_by;
  return {
    id: dispute.id,
    intent: idOf(dispute.payment_intent),
    amount: dispute.amount,
    state: disputeStates[dispute.status] ?? 'under-review',
    reason: dispute.reason,
    openedAt: new Date(dispute.created * 1000),
    evidenceDueAt: due === null ? null : new Date(due * 1000),
  };
}
const disputeStates: Record<string, DisputeState> = {
  warning_needs_response: 'inquiry',
  needs_response: 'needs-response',
  warning_under_review: 'inquiry-under-review',
  under_review: 'under-review',
  warning_closed: 'closed',
  prevented: 'closed',
  won: 'won',
  lost: 'lost',
};

function createdIn({ from, until }: Span): Stripe.RangeQueryParam {
  return { gte: Math.floor(from.getTime() / 1000), lt: Math.ceil(until.getTime() / 1000) };
}

function idOf(of: string | { id: string } | null): string | null {
  return typeof of === 'string' ? of : (of?.id ?? null);
}
