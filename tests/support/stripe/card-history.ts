import type { FakeAccount, FakeIntent } from '../../../server/testing/fake-stripe.ts';
import { usualPrices } from '../../../server/testing/fake-stripe-balance.ts';

/** What a seller does here, in a history of an account. */
export type SellersSide = {
  /** Sells for some price with a card, and takes the money; `answerLost`: without hearing that it was taken. */
  sell(card: string, price: number, answerLost: boolean): Promise<void>;
  refund(intent: FakeIntent, amount: number): Promise<void>;
};

const cards = ['pm_card_visa', 'pm_card_visa', 'pm_card_visa', 'pm_card_fr', 'pm_card_us'];

/** Lets one thing happen to an account: a sale most often, or anything that its bank or its owner may do. */
export async function nextInHistory(
  random: () => number,
  { books, intents, refundByHand }: FakeAccount,
  side: SellersSide,
): Promise<void> {
  const below = (limit: number) => Math.floor(random() * limit);
  const anyOf = <One>(some: readonly One[]): One | undefined => some[below(some.length)];
  const taken = intents.filter(({ status }) => status === 'succeeded');
  const leftOf = (intent: FakeIntent) =>
    intent.amount_received -
    intent.refunds
      .filter(({ status }) => status === 'succeeded')
      .reduce((sum, { amount }) => sum + amount, 0) -
    books.disputes
      .filter((one) => one.payment_intent === intent.id)
      .reduce((sum, { amount }) => sum + amount, 0);
  const refundable = anyOf(taken.filter((intent) => leftOf(intent) > 0));
  const part = refundable && (below(3) === 0 ? leftOf(refundable) : 1 + below(leftOf(refundable)));
  const payouts = books.payouts.filter(({ status }) => status === 'in_transit' || status === 'paid');
  const payout = anyOf(payouts);
  switch (below(12)) {
    case 0:
      if (refundable && part) await side.refund(refundable, part);
      return;
    case 1:
      if (refundable && part) refundByHand(refundable, part);
      return;
    case 2:
      if (refundable && part) books.dispute(refundable, part);
      return;
    case 3: {
      const open = anyOf(books.disputes.filter(({ status }) => status === 'needs_response'));
      if (open) books.decide(open, below(2) === 0 ? 'won' : 'lost');
      return;
    }
    case 4: {
      const made = anyOf(
        taken.flatMap(({ refunds }) => refunds).filter(({ status }) => status === 'succeeded'),
      );
      if (made) books.failRefund(made);
      return;
    }
    case 5:
      books.prices.home = below(2) === 0 ? 190 : usualPrices.home;
      return;
    case 6:
      payOut(books, () => below(3) === 0);
      return;
    case 7:
      if (payout && below(payout.status === 'paid' ? 2 : 4) === 0) books.failPayout(payout);
      else if (payout?.status === 'in_transit') books.arrive(payout);
      return;
    case 8:
      if (below(4) === 0) books.adjust(below(2) === 0 ? -199 : 75);
      return;
    default:
      await side.sell(anyOf(cards) ?? 'pm_card_visa', 100 + below(3_000), below(6) === 0);
  }
}

function payOut(books: FakeAccount['books'], arrives: () => boolean): void {
  const payout = books.payOut();
  if (payout && arrives()) books.arrive(payout);
}
