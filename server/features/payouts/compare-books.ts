import type { Clock } from '../../core/clock.ts';
import type { Span } from '../../payments/card-books.ts';
import type { BalanceStore, Compared, OpenDifference } from './balance-store.ts';
import { differenceOf, transactionOf, type Difference } from './differences.ts';

/** How many lines are handled at once. */
export const AT_ONCE = 200;

const DAY_MS = 24 * 60 * 60_000;
/** How long the bank is asked again about an order that differs; later only its books are compared. */
const ASKED_FOR_MS = 30 * DAY_MS;

export type CompareBooksOptions = {
  store: Pick<
    BalanceStore,
    'unexamined' | 'booked' | 'compare' | 'takenWithoutLine' | 'open' | 'note' | 'agree'
  >;
  /** Asks the bank about an order again and books what it says. */
  catchUp(orderId: string): Promise<void>;
  clock: Pick<Clock, 'now'>;
};

/** Compares the bank's books with the ledger, order by order, and names what differs. */
export function compareBooks({ store, catchUp, clock }: CompareBooksOptions) {
  return { examine, examineTaken, lookAgain };

  /** Compares the lines that were not compared yet, with their orders. */
  async function examine(id: string, until: Date): Promise<void> {
    for (;;) {
      const lines = await store.unexamined(id, until, AT_ONCE);
      if (lines.length === 0) return;
      const booked = await store.booked(lines.flatMap((line) => transactionOf(line) ?? []));
      const named = lines.flatMap((line) => {
        const transaction = transactionOf(line);
        return differenceOf(line, transaction === null || booked.has(transaction)) ?? [];
      });
      const apart = await reconcile(ordersOf(lines));
      const rest = apart.filter(({ orderId }) => !named.some((one) => one.orderId === orderId));
      await store.note(id, {
        lines: lines.map((line) => line.id),
        differences: [
          ...named.map((one) => ({ ...one, booked: !apart.some(({ orderId }) => orderId === one.orderId) })),
          ...rest.map((one) => ({ ...unnamed(one, 'lost-event', clock.now()), booked: false })),
        ],
      });
    }
  }

  /** Orders whose money the ledger says was taken, and the bank's books do not. */
  async function examineTaken(id: string, { from, until }: Span): Promise<void> {
    const apart = await reconcile(await store.takenWithoutLine(id, from, until));
    const differences = apart.map((one) => ({ ...unnamed(one, 'not-at-bank', clock.now()), booked: false }));
    await store.note(id, { lines: [], differences });
  }

  /** Settles the differences of orders on which the books agree by now. */
  async function lookAgain(id: string): Promise<void> {
    const open = await store.open(id);
    const ids = open.map(({ orderId }) => orderId);
    const apart = new Set((await reconcile(ids, askedNow(open, clock.now()))).map(({ orderId }) => orderId));
    await store.agree(
      id,
      ids.filter((orderId) => !apart.has(orderId)),
    );
  }

  /** Brings the orders that differ, or those `asked` of them, up to what the bank says; returns those that still do. */
  async function reconcile(orderIds: readonly string[], asked: ReadonlySet<string> | null = null) {
    const differ = (await store.compare(orderIds)).filter(({ ledger, bank }) => ledger !== bank);
    for (const { orderId } of differ) if (asked?.has(orderId) ?? true) await catchUp(orderId);
    return (await store.compare(differ.map(({ orderId }) => orderId))).filter(
      ({ ledger, bank }) => ledger !== bank,
    );
  }
}

/** The orders that the bank is asked about today: all in turn, if they are too many for one reading. */
function askedNow(open: readonly OpenDifference[], now: Date): Set<string> {
  const since = now.getTime() - ASKED_FOR_MS;
  const young = open.filter(({ at }) => at.getTime() >= since).map(({ orderId }) => orderId);
  const inOrder = young.toSorted();
  const start =
    inOrder.length > AT_ONCE ? (Math.floor(now.getTime() / DAY_MS) * AT_ONCE) % inOrder.length : 0;
  return new Set([...inOrder.slice(start), ...inOrder.slice(0, start)].slice(0, AT_ONCE));
}

function unnamed({ orderId, ledger, bank }: Compared, cause: Difference['cause'], at: Date): Difference {
  return { id: `order:${orderId}`, cause, orderId, amount: bank - ledger, at };
}

function ordersOf(lines: readonly { orderId: string | null }[]): string[] {
  return [...new Set(lines.flatMap(({ orderId }) => orderId ?? []))];
}
