import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { AtPlace, GuestPlace } from '#shared/api/guest-pages.ts';
import { pence } from '#shared/base/money.ts';
import { addressesOf } from '../base/addresses.ts';
import { firstPrice, priced } from '../base/basket.ts';
import { onBack, readKept, type Attempt, type Kept, type PlacedBody } from '../base/kept.ts';
import type { CardForm } from './cards.ts';
import { findOut, placeOnce, type Ended, type Placing } from './placing.ts';

/** What a guest is told of their payment. */
export type PayState =
  | { kind: 'ready' }
  | { kind: 'placing' }
  /** It was sent, and no answer came yet. */
  | { kind: 'unknown' }
  | { kind: 'finding-out' }
  | { kind: 'emptied' | 'forgotten' }
  /** `refused`: the server takes no such order now. */
  | { kind: 'failed'; message: string; refused?: boolean };

export type Missing = { customerName?: string; tableNumber?: string };

const NOT_PLACED = 'Your order was not sent, and nothing was taken. Press Pay to send it.';

type PayingOptions = AtPlace & {
  kept: Kept;
  /** Why nothing can be ordered now, as far as the page knows. */
  refusal: string | null;
  /** Called when the server takes no such order: its menu may be another than the one shown. */
  onRefused: () => void;
};

/** Pays for what is in the basket: one order, however often it is pressed, and in however many tabs. */
export function usePaying({ menu, table, kept, refusal, onRefused }: PayingOptions) {
  const { outlet } = menu;
  const [state, setState] = usePayState(refusal, kept.lines.length === 0);
  const [isMissingMarked, setMissingMarked] = useState(false);
  const cards = useRef<CardForm | null>(null);
  const paidFor = usePaidFor(state, kept);
  const sums = sumsOf(menu, paidFor.basket);
  const unanswered = missingOf({ menu, table, kept });

  function show(ended: Ended): void {
    if (ended.kind === 'placed') return location.assign(addressesOf(outlet.id, table).order(ended.orderId));
    if (ended.kind === 'refused') onRefused();
    setState(stateAfter(ended));
  }

  const placing = placingWith(outlet.id, cards, () => setState({ kind: 'unknown' }));

  /** What became of a payment whose page went: until that is known, nobody pays again. */
  async function findOutLeft(): Promise<void> {
    const { attempt } = readKept(outlet.id);
    setState({ kind: attempt ? 'finding-out' : 'ready' });
    // Another tab may be waiting for the guest's bank, or sleep: what came of it is asked beside it.
    if (attempt) show(await findOut(placing(attempt), (work) => alone(outlet.id, work)));
  }

  useEffect(() => {
    void findOutLeft();
    return onBack(() => void findOutLeft());
    // When the page opens or is come back to, not after a payment of its own.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [outlet.id]);

  async function pay(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (paidFor.busy) return;
    setMissingMarked(true);
    const [first] = Object.keys(unanswered);
    if (first) return document.getElementById(first)?.focus();
    // The fields are disabled while it is paid: who pays from one of them goes on from the button.
    event.submitter?.focus();
    setState({ kind: 'placing' });
    const method = await cards.current?.method();
    if (!method || 'problem' in method)
      return setState({ kind: 'failed', message: method?.problem ?? 'Please choose a card.' });
    // All but the time is as it was when the button was pressed.
    const pressed = { orders: kept.orders, at: method.at, from: revisionOf(menu) };
    const paid = { paymentMethod: method.id, expectedAmount: sums.amount };
    const body = (current: Kept) => bodyOf({ menu, table, kept: current }, paid);
    await alone(outlet.id, async () => show(await placeOnce(outlet.id, pressed, body, placing)));
  }

  const onForm = useCallback((form: CardForm) => {
    cards.current = form;
  }, []);
  const tryToPay = (event: SubmitEvent) => void pay(event).catch(() => setState(broken));
  return { state, sums, ...paidFor, missing: isMissingMarked ? unanswered : {}, onForm, pay: tryToPay };
}

/** What is done at each step of an order that is paid with the page's card form. */
const placingWith =
  (outletId: string, cards: { current: CardForm | null }, onUnknown: () => void) =>
  (attempt: Attempt): Placing => ({
    outletId,
    attempt,
    confirm: async (clientSecret) => cards.current?.confirm(clientSecret),
    onUnknown,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });

/** What is paid for. It is emptied once its order is placed, and stays before the guest until that order's page is there. */
function usePaidFor({ kind }: PayState, kept: Kept) {
  const busy = kind === 'placing' || kind === 'unknown' || kind === 'finding-out';
  const [last, setLast] = useState(kept);
  const basket = busy && kept.lines.length === 0 ? last : kept;
  if (last !== basket) setLast(basket);
  return { busy, basket };
}

/** Once the page knows why an order was refused, or the basket has lines again, it no longer says what it did before. */
function usePayState(refusal: string | null, isEmpty: boolean) {
  const [state, setState] = useState<PayState>({ kind: 'ready' });
  // Before it is painted: nobody reads the same reason twice.
  useLayoutEffect(() => {
    const isKnown = refusal !== null && state.kind === 'failed' && state.refused;
    if (isKnown || (state.kind === 'emptied' && !isEmpty)) setState({ kind: 'ready' });
  }, [refusal, isEmpty, state]);
  return [state, setState] as const;
}

function stateAfter(ended: Exclude<Ended, { kind: 'placed' }>): PayState {
  if (ended.kind === 'forgotten' || ended.kind === 'emptied') return ended;
  if (ended.kind === 'not-placed') return { kind: 'failed', message: NOT_PLACED };
  return { kind: 'failed', message: ended.message, refused: ended.kind === 'refused' };
}

/** Whatever went wrong, the page that is loaded again asks what became of the order. */
const broken = {
  kind: 'failed' as const,
  message: 'Something went wrong. Please load this page again: it finds out what became of your order.',
};

/** One tab at a time pays at an outlet, where the browser can see to it. */
function alone<Result>(outletId: string, work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request(`pay:${outletId}`, work) : work();
}

function sumsOf(menu: GuestPlace['menu'], { lines, tip }: Kept) {
  const categories = menu.catalog?.categories ?? [];
  const first = firstPrice(categories, lines);
  const result = priced(categories, lines, pence(tip));
  const problems = 'fields' in result ? result.fields : {};
  const amount = 'amount' in result ? result.amount : pence(first.total + tip);
  return { ...first, amount, problems, cannot: 'fields' in result };
}

function missingOf({ menu: { outlet }, table, kept }: AtPlace & { kept: Kept }): Missing {
  const needsTable = outlet.serviceTypeSelected === 'table-number' && !table;
  return {
    ...(kept.customerName.trim() === '' && {
      customerName: 'Please give a name, to call out or to find you.',
    }),
    ...(needsTable && kept.tableNumber.trim() === '' && { tableNumber: 'Please give your table number.' }),
  };
}

const revisionOf = ({ catalog }: GuestPlace['menu']): Attempt['from'] =>
  catalog ? { catalogId: catalog.id, revision: catalog.revision } : undefined;

type Paid = Pick<PlacedBody, 'paymentMethod' | 'expectedAmount'>;

function bodyOf({ menu, table, kept }: AtPlace & { kept: Kept }, paid: Paid): PlacedBody {
  const { customerName, tableNumber, note, tip, lines } = kept;
  const typed = menu.outlet.serviceTypeSelected === 'table-number' ? tableNumber.trim() : '';
  return {
    customerName: customerName.trim(),
    ...(table ? { signedTable: table.signed } : typed && { tableNumber: typed }),
    ...(note.trim() && { note: note.trim() }),
    ...(tip > 0 && { tip }),
    items: lines,
    ...paid,
    ...(menu.hours && { menuAsOf: menu.hours.asOf }),
  };
}
