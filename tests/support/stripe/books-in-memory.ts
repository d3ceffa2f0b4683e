import Stripe from 'stripe';
import { feesFor, serviceChargeFor } from '#shared/base/fees.ts';
import { pence } from '#shared/base/money.ts';
import type { BalanceStore } from '../../../server/features/payouts/balance-store.ts';
import type { Difference } from '../../../server/features/payouts/differences.ts';
import { arrivalAmounts, lineBooking } from '../../../server/features/payouts/line-booking.ts';
import {
  captureBooking,
  failedRefundBooking,
  feesBooking,
  refundBooking,
} from '../../../server/features/orders/ledger.ts';
import type { OrderRow } from '../../../server/features/orders/order-row.ts';
import type { RefundRow } from '../../../server/features/orders/refunds-repository.ts';
import type { BalanceLine, CardDispute, CardPayout } from '../../../server/payments/card-books.ts';
import type { RemoteProvider } from '../../../server/payments/payment-provider.ts';
import { stripeBooks } from '../../../server/payments/stripe-books.ts';
import { stripeProvider } from '../../../server/payments/stripe-provider.ts';
import type { FakeAccount } from '../../../server/testing/fake-stripe.ts';
import { StripeProblem } from '../../../server/testing/fake-stripe-problem.ts';

/** Stripe's own library on the stand-in's account, without a socket between them. */
function stripeWithoutNetwork(account: FakeAccount): Stripe {
  const answer: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const form = new URLSearchParams(typeof init?.body === 'string' ? init.body : '');
    const params = Object.fromEntries([...url.searchParams, ...form]);
    const asked = { method: init?.method ?? 'GET', path: url.pathname, account: account.id, params };
    try {
      return Response.json(account.answer({ ...asked, idempotencyKey: null }));
    } catch (problem) {
      if (!(problem instanceof StripeProblem)) throw problem;
      return Response.json(problem.body(), { status: problem.status });
    }
  };
  return new Stripe('sk_test', { httpClient: Stripe.createFetchHttpClient(answer), maxNetworkRetries: 0 });
}

type Noted = Difference & { booked: boolean };

/** Orders, ledger and stored books of one account. */
class Memory {
  readonly orders = new Map<string, OrderRow>();
  readonly ledger = new Map<string, { orderId: string | null; amounts: Record<string, number> }>();
  readonly lines = new Map<string, BalanceLine & { payout: string | null; examined: boolean }>();
  readonly payouts = new Map<string, CardPayout & { tied: boolean }>();
  readonly disputes = new Map<string, CardDispute>();
  readonly differences = new Map<string, Noted>();

  book(id: string, orderId: string | null, amounts: Record<string, number>): void {
    if (this.ledger.has(id) || Object.keys(amounts).length === 0) return;
    this.ledger.set(id, { orderId, amounts });
  }
}

/** Orders, ledger and stored books of one account in memory, with the product's own bookings. */
export function booksInMemory(account: FakeAccount, now: () => Date) {
  const stripe = stripeWithoutNetwork(account);
  const provider = stripeProvider(stripe);
  const memory = new Memory();
  const { orders, ledger, lines, payouts, differences } = memory;
  const store: BalanceStore = { ...keeping(memory), ...comparing(memory) };
  const parts = { store, books: stripeBooks(stripe), provider, orders, ledger, lines, payouts, differences };
  return { ...parts, sell: selling(memory, account, provider), catchUp: catchingUp(memory, provider, now) };
}

function selling({ orders }: Memory, account: FakeAccount, provider: RemoteProvider) {
  return sell;

  async function sell(orderId: string, card: string, price: number): Promise<string> {
    const charge = serviceChargeFor(pence(price));
    const amount = pence(price + charge);
    const [platform, cards] = feesFor(amount);
    const key = { orderId, amount };
    const hold = await provider.requestHold({
      ...key,
      account: account.id,
      applicationFee: platform.amount,
      method: card,
      idempotencyKey: `hold:${orderId}`,
    });
    if (hold.kind !== 'held') throw new Error(`The card was not held: ${hold.kind}`);
    const row = {
      id: orderId,
      amount,
      service_charge: charge,
      platform_fee: platform.amount,
      card_fee: cards.amount,
      payment_reference: hold.reference,
    };
    orders.set(orderId, row as OrderRow);
    await provider.capture({ ...key, reference: hold.reference, idempotencyKey: `capture:${orderId}` });
    return hold.reference;
  }
}

function catchingUp(memory: Memory, provider: RemoteProvider, now: () => Date) {
  const { orders, ledger } = memory;
  const bookOrder = (orderId: string, booking: { id: string; amounts: object } | null) =>
    booking && memory.book(booking.id, orderId, { ...booking.amounts });
  return catchUp;

  /** What an order's own steps do when they are due: they ask what became of it, and book it. */
  async function catchUp(orderId: string): Promise<void> {
    const order = orders.get(orderId);
    const reference = order?.payment_reference;
    if (!order || !reference) return;
    const hold = await provider.readHold(reference);
    if (hold.kind !== 'taken') return;
    bookOrder(orderId, captureBooking(order, now()));
    const listed = await provider.listRefunds(reference);
    if (listed.kind !== 'listed') throw new Error(listed.message);
    for (const { id, refundId, amount, failed } of listed.refunds) {
      const refund = { id: refundId ?? id, amount } as RefundRow;
      if (!failed) bookOrder(orderId, refundBooking(refund, now()));
      if (failed && ledger.has(`refund:${refund.id}`)) bookOrder(orderId, failedRefundBooking(refund, now()));
    }
    const told = await provider.readFees(reference);
    if (told.kind === 'told') bookOrder(orderId, feesBooking(order, told.fees, now()));
  }
}

type Keeping = 'keep' | 'keepPayouts' | 'keepDisputes' | 'unfinishedSince' | 'untied' | 'tie';

function keeping(memory: Memory): Pick<BalanceStore, Keeping> {
  const { orders, ledger, lines, payouts, disputes } = memory;
  return {
    async keep(_account, given) {
      for (const line of given) {
        if (lines.has(line.id)) continue;
        const named = line.orderId !== null && orders.has(line.orderId) ? line.orderId : null;
        const ofPayment = [...lines.values()].find(
          (one) => one.kind === 'payment' && one.intent === line.intent,
        );
        const orderId = named ?? (line.intent === null ? null : (ofPayment?.orderId ?? null));
        lines.set(line.id, { ...line, orderId, payout: null, examined: false });
        const { id, amounts, unlessOfOrder } = lineBooking(line);
        if (orderId === null || !unlessOfOrder) memory.book(id, orderId, amounts);
      }
    },
    async keepPayouts(_account, given) {
      for (const payout of given) {
        payouts.set(payout.id, { ...payout, tied: payouts.get(payout.id)?.tied ?? false });
        const { paid, bounced } = arrivalAmounts(payout.amount);
        if (payout.state === 'paid') memory.book(`payout-paid:${payout.id}`, null, paid);
        if (payout.state === 'failed' && ledger.has(`payout-paid:${payout.id}`))
          memory.book(`payout-bounced:${payout.id}`, null, bounced);
      }
    },
    async keepDisputes(_account, given) {
      for (const dispute of given) disputes.set(dispute.id, dispute);
    },
    unfinishedSince: async () => null,
    untied: async () => [...payouts.values()].filter(({ tied, linesKnown }) => linesKnown && !tied),
    async tie(payoutId, ids) {
      for (const id of ids) Object.assign(lines.get(id) ?? {}, { payout: payoutId });
      Object.assign(payouts.get(payoutId) ?? {}, { tied: true });
    },
  };
}

function comparing({ ledger, lines, differences }: Memory): Omit<BalanceStore, Keeping> {
  return {
    unexamined: async (_account, before, limit) =>
      [...lines.values()].filter(({ examined, at }) => !examined && at <= before).slice(0, limit),
    booked: async (ids) => new Set(ids.filter((id) => ledger.has(id))),
    compare: async (ids) =>
      ids.map((orderId) => ({
        orderId,
        ledger: sumOf(
          [...ledger.values()].filter((one) => one.orderId === orderId),
          ({ amounts }) => amounts['seller'],
        ),
        bank: sumOf(
          [...lines.values()].filter((line) => line.orderId === orderId),
          ({ net }) => net,
        ),
      })),
    takenWithoutLine: async () => [],
    open: async () =>
      [...differences.values()].flatMap(({ booked, orderId, at }) =>
        booked || orderId === null ? [] : { orderId, at },
      ),
    async note(_account, noted) {
      for (const one of noted.differences) differences.set(one.id, one);
      for (const id of noted.lines) Object.assign(lines.get(id) ?? {}, { examined: true });
    },
    async agree(_account, orderIds) {
      for (const one of differences.values()) if (orderIds.includes(one.orderId ?? '')) one.booked = true;
    },
  };
}

export function sumOf<One>(some: readonly One[], part: (one: One) => number | undefined): number {
  return some.reduce((total, one) => total + (part(one) ?? 0), 0);
}
