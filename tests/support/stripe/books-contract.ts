import { deepStrictEqual as same, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { amount, done, held, NotTried, type ContractCase } from './contract-steps.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Clocks differ, and Stripe books some things only after it has answered. */
const lately = () => ({ from: new Date(Date.now() - MINUTE_MS), until: new Date(Date.now() + MINUTE_MS) });
const BOOKED_WITHIN_MS = 30_000;

async function whenFound<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
  const until = Date.now() + BOOKED_WITHIN_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > until) throw new Error(`It was not there within ${BOOKED_WITHIN_MS / 1_000} s.`);
    await wait(500);
  }
}

/** What is assumed of the books that Stripe keeps for an account. */
export const booksContract: ContractCase[] = [
  {
    name: 'the balance has each payment and refund as a line, with its order and fees to the penny',
    async run(provider, account, books) {
      const { orderId, hold, step, refund } = await held(provider, account);
      same(await provider.capture(step('capture')), done);
      const refundId = randomUUID();
      same(await refund(refundId, 200), done);
      const lineOf = (kind: string) =>
        whenFound(async () =>
          (await books.lines(account, lately())).find(
            (line) => line.kind === kind && line.orderId === orderId,
          ),
        );
      const told = await provider.readFees(hold.reference);
      ok(told.kind === 'told');
      const payment = await lineOf('payment');
      same([payment.amount, payment.platformFee, payment.cardFee], [amount, 5, told.fees.card]);
      same(payment.net, amount - 5 - told.fees.card);
      same([payment.intent?.startsWith('pi_'), payment.cardCountry?.length], [true, 2]);
      const back = await lineOf('refund');
      same([back.amount, back.net, back.refundId, back.intent], [-200, -200, refundId, payment.intent]);
    },
  },
  {
    name: 'a dispute is listed with its reason and deadline, and takes the payment back in the balance',
    async run(provider, account, books) {
      const { step } = await held(provider, account, 'pm_card_createDispute');
      same(await provider.capture(step('capture')), done);
      const { orderId } = step('capture');
      const payment = await whenFound(async () =>
        (await books.lines(account, lately())).find((line) => line.orderId === orderId),
      );
      const dispute = await whenFound(async () =>
        (await books.disputes(account, lately())).find(({ intent }) => intent === payment.intent),
      );
      same([dispute.amount, dispute.state, dispute.reason !== ''], [amount, 'needs-response', true]);
      ok(dispute.evidenceDueAt !== null && dispute.evidenceDueAt > dispute.openedAt);
      const line = await whenFound(async () =>
        (await books.lines(account, lately())).find(({ source }) => source === dispute.id),
      );
      same([line.kind, line.intent, line.amount], ['dispute', payment.intent, 0 - amount]);
      ok(line.net <= line.amount);
    },
  },
  {
    name: 'the lines of a payout add up to it, and its own line takes it from the balance',
    async run(_provider, account, books) {
      const span = { from: new Date(Date.now() - 30 * DAY_MS), until: lately().until };
      const payout = (await books.payouts(account, span)).find(({ linesKnown }) => linesKnown);
      if (!payout) throw new NotTried('the account had no automatic payout within 30 days');
      const lines = await books.linesOf(account, payout.id);
      ok(lines.length > 0);
      same(
        lines.reduce((sum, { net }) => sum + net, 0),
        payout.amount,
      );
      const own = (await books.lines(account, span)).find(
        ({ kind, source }) => kind === 'payout' && source === payout.id,
      );
      same(own?.net, 0 - payout.amount);
      ok(payout.arrivesAt >= payout.madeAt);
    },
  },
];
