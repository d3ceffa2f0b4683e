import type { Reply } from '#shared/api/contract.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import { v4 as newKey } from 'uuid';
import { placeOrder, type Called } from '../base/calls.ts';
import { isWritten, keep, readKept, type Attempt, type Kept, type PlacedBody } from '../base/kept.ts';

type Placed = Reply<'POST /customers/outlets/:outletId/orders'>;

/** How paying ended: it never stays unknown for longer than the guest looks at it. */
export type Ended =
  | { kind: 'placed'; orderId: string }
  /** No money was taken, and there is no order; why, in words for the guest. */
  | { kind: 'declined' | 'refused'; message: string }
  /** Nothing was sent before the page went. */
  | { kind: 'not-placed' }
  /** The basket was from long ago, and is empty by now; nothing was ordered. */
  | { kind: 'emptied' }
  /** It is so long ago that the server knows no more of it; the basket is empty. */
  | { kind: 'forgotten' };

export type Placing = {
  outletId: string;
  attempt: Attempt;
  /** Shows the guest's bank what it asks for (3-D Secure). */
  confirm: (clientSecret: string) => Promise<void>;
  /** Called while it is not known whether the order arrived. */
  onUnknown: () => void;
  /** Waits before the next try, in ms. */
  wait: (ms: number) => Promise<void>;
};

const DECLINED = 'Your card was declined, and nothing was taken. Try another card, or ask your bank.';
const ABORTED =
  'Your order was not placed, and nothing was taken: the outlet stopped taking orders, or the payment took too long.';
/** Refused before the order was looked for. */
const TOO_MANY = 429;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5_000;
/** A bank may ask again once its first question is answered; more are not shown, and the server ends the payment. */
const MOST_QUESTIONS = 3;
/** How long an order that was sent by a page that went may still be on its way. */
const ON_ITS_WAY_MS = 4_000;
/** How long after paying the guest still waits for the order. A phone that slept meanwhile sends it no more. */
const MEANT_MS = 2 * 60_000;
/** The server knows an order by its key for 24 hours; the last hour is for clocks that differ. */
const KNOWN_MS = 23 * 60 * 60_000;

const isOlder = ({ at }: Attempt, ms: number): boolean => at !== undefined && Date.now() - at > ms;

/**
 * Places what is in the basket, and waits until it is known what became of it.
 * @param pressed what the guest saw when they pressed, and when they had paid
 */
export async function placeOnce(
  outletId: string,
  pressed: Pick<Kept, 'orders'> & Pick<Attempt, 'from'> & { at: number },
  bodyOf: (kept: Kept) => PlacedBody,
  placing: (attempt: Attempt) => Placing,
): Promise<Ended> {
  const current = readKept(outletId);
  const [newest] = current.orders;
  const isEmpty = current.lines.length === 0;
  // Another tab has paid for this basket meanwhile.
  if (isEmpty && newest && !pressed.orders.some(({ id }) => id === newest.id))
    return { kind: 'placed', orderId: newest.id };
  // Another tab has sent an order, and went before it was answered.
  if (current.attempt) return findOut(placing(current.attempt));
  if (isEmpty) {
    // The page still shows what was in it: that reads what is kept again.
    keep(outletId, () => ({}));
    return { kind: 'emptied' };
  }
  const { at, from } = pressed;
  const attempt = { key: newKey(), body: bodyOf(current), at, from };
  keep(outletId, () => ({ attempt }));
  // Before it is sent, so that it is the same order whatever happens to this page.
  await isWritten();
  return settle(placing(attempt));
}

/**
 * Finds out what became of an order whose page went, or whose answer was lost, and places none: a guest who comes back
 * hours later must not order by it. What was not placed never is: a request that is still on its way is refused, so that
 * the next order of this guest is the only one.
 * @param alone runs what must not happen while another tab places the order
 */
export async function findOut(
  placing: Placing,
  alone: (work: () => Promise<Ended>) => Promise<Ended> = (work) => work(),
): Promise<Ended> {
  if (isOlder(placing.attempt, KNOWN_MS)) return forgotten(placing);
  const early = await settle(placing, 'true');
  if (early.kind !== 'not-placed') return early;
  return alone(async () => {
    await placing.wait(ON_ITS_WAY_MS);
    return settle(placing, 'last');
  });
}

function forgotten({ outletId, attempt: { key } }: Placing): Ended {
  keep(outletId, ({ attempt }) =>
    attempt?.key === key ? { attempt: null, lines: [], note: '', tip: 0 } : {},
  );
  return { kind: 'forgotten' };
}

async function settle(placing: Placing, repeat?: 'true' | 'last'): Promise<Ended> {
  const { outletId, attempt } = placing;
  let questions = 0;
  let mayExist = repeat !== undefined;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)) {
    const known = alreadyKnown(outletId, attempt);
    if (known) return known;
    if (repeat === undefined && isOlder(attempt, MEANT_MS)) return tooLate(placing, mayExist);
    const called = await placeOrder(outletId, attempt, repeat);
    const ended = endOf(outletId, attempt, called, mayExist);
    if (ended?.kind === 'refused' && mayExist && repeat === undefined) return whatBecameOf(placing, ended);
    if (ended?.kind === 'refused' || (ended?.kind === 'not-placed' && repeat === 'last'))
      forget(outletId, attempt);
    if (ended) {
      // Where the browser's storage is full, the order's page finds it only on the disk.
      await isWritten();
      return ended;
    }
    mayExist = true;
    if (called.kind === 'done' && called.reply.clientSecret !== undefined && questions < MOST_QUESTIONS) {
      questions += 1;
      // What came of it is asked of the server, also where the question could not be shown.
      await placing.confirm(called.reply.clientSecret).catch(() => undefined);
    } else {
      placing.onUnknown();
      await placing.wait(waitMs);
    }
  }
}

/** The guest may have gone, or ordered at the bar. */
async function tooLate(placing: Placing, mayExist: boolean): Promise<Ended> {
  if (mayExist) return findOut(placing);
  forget(placing.outletId, placing.attempt);
  return { kind: 'not-placed' };
}

/**
 * An order that was sent before and is refused now may still be on its way to a kitchen that takes orders again by then:
 * it is found, or never placed.
 */
async function whatBecameOf(placing: Placing, refused: Ended): Promise<Ended> {
  const found = await settle(placing, 'last');
  return found.kind === 'not-placed' ? refused : found;
}

/** Another tab may have heard meanwhile that it was placed; of what else became of it the server is asked. */
function alreadyKnown(outletId: string, { key }: Attempt): Ended | null {
  const placed = readKept(outletId).orders.find((order) => order.key === key);
  return placed ? { kind: 'placed', orderId: placed.id } : null;
}

/**
 * What a reply says for good; null if the order is still to be asked about.
 * @param mayExist whether the order was sent before, so that it may be there although this call was refused
 */
function endOf(outletId: string, attempt: Attempt, called: Called<Placed>, mayExist: boolean): Ended | null {
  if (called.kind === 'unknown') return null;
  if (called.kind === 'refused') return refusedAs(outletId, called, mayExist);
  const { order, trackingToken } = called.reply;
  if (order.status === 'payment_working' || order.status === 'payment_created') return null;
  if (statusGroups.unpaid.has(order.status)) {
    forget(outletId, attempt);
    if (order.status !== 'payment_aborted') return { kind: 'declined', message: DECLINED };
    return { kind: 'refused', message: order.cancellation?.forCustomer ?? ABORTED };
  }
  keep(outletId, ({ attempt: current, orders }) => ({
    // In one step, so that no page ever finds the order paid for and its basket still full.
    ...(current?.key === attempt.key && { attempt: null, lines: [], note: '', tip: 0 }),
    orders: [
      {
        id: order.id,
        token: trackingToken,
        number: order.orderNumber,
        at: Date.now(),
        key: attempt.key,
        signedTable: attempt.body.signedTable,
      },
      ...orders.filter(({ id }) => id !== order.id),
    ],
  }));
  return { kind: 'placed', orderId: order.id };
}

type Refused = Extract<Called<Placed>, { kind: 'refused' }>;

function refusedAs(outletId: string, { status, code, message }: Refused, mayExist: boolean): Ended | null {
  if (code === 'NOT_PLACED') return { kind: 'not-placed' };
  // The server did not say; it is asked again.
  if (status >= 500 && code !== 'PAYMENTS_NOT_CONFIGURED') return null;
  if (status === TOO_MANY && mayExist) return null;
  // By the server's clock, the five minutes after a change of the menu's hours are over.
  if (code === 'OUTSIDE_HOURS' || code === 'PRICES_CHANGED') keep(outletId, () => ({ seen: null }));
  return { kind: 'refused', message };
}

/** The next try is another order. */
function forget(outletId: string, { key }: Attempt): void {
  keep(outletId, ({ attempt }) => (attempt?.key === key ? { attempt: null } : {}));
}
