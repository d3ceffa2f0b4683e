import { useEffect, useState } from 'preact/hooks';
import type { BodyInput } from '#shared/api/contract.ts';
import type { Line } from './basket.ts';
import type { Seen } from './held-menu.ts';
import { fromDisk, toDisk } from './on-disk.ts';

export type PlacedBody = BodyInput<'POST /customers/outlets/:outletId/orders'>;

/**
 * An order that was sent to be placed and paid for, and of which it is not known yet whether it was. It is repeated with
 * the same key, so that it is one order however often it is sent.
 */
export type Attempt = {
  key: string;
  body: PlacedBody;
  /** When the guest had paid, in Unix ms; missing in what an older version of the page kept. */
  at?: number;
  /** The menu that was shown then; missing in the same way. */
  from?: { catalogId: string; revision: number } | undefined;
};
/** An order of this guest, and the token that lets them follow it. */
export type KnownOrder = {
  id: string;
  token: string;
  number: number;
  at: number;
  /** Of the attempt that placed it; missing in what an older version of the page kept. */
  key?: string;
  /** Of the table that it was sent to, if its code was scanned: the next round goes there as well. */
  signedTable?: string | undefined;
  /** The server’s id of this phone, if it is told of the order. */
  notificationId?: string | null;
};

/** What this browser keeps of a visit to one outlet. */
export type Kept = {
  lines: Line[];
  /** The lines’ items as they were on the menu that they were chosen from. */
  seen: Seen | null;
  note: string;
  customerName: string;
  /** What the guest typed, where no code of a table was scanned. */
  tableNumber: string;
  /** In pence. */
  tip: number;
  attempt: Attempt | null;
  /** The newest first. */
  orders: KnownOrder[];
  /** When it was last changed, in Unix ms; later than the change before, whatever the phone’s clock says. */
  at: number;
};

const nothing: Kept = {
  lines: [],
  seen: null,
  note: '',
  customerName: '',
  tableNumber: '',
  tip: 0,
  attempt: null,
  orders: [],
  at: 0,
};

/** A basket of yesterday is not what anybody means to order today. The guest's name and orders stay. */
const BASKET_MS = 6 * 60 * 60_000;
const ORDERS_MS = 48 * 60 * 60_000;
const MOST_ORDERS = 20;

const keyOf = (outletId: string) => `guest:${outletId}`;

/** What a browser would not keep, being full or forbidden to, for as long as the page is open. */
const unkept = new Map<string, string>();

/** The browser's storage; none where it may not be used. */
function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

export function readKept(outletId: string, now = Date.now()): Kept {
  try {
    const text = unkept.get(outletId) ?? storage()?.getItem(keyOf(outletId)) ?? '{}';
    const kept = { ...nothing, ...(JSON.parse(text) as Partial<Kept>) };
    const isOld = now - kept.at > BASKET_MS && kept.attempt === null;
    const orders = kept.orders.filter(({ at }) => now - at < ORDERS_MS).slice(0, MOST_ORDERS);
    return { ...kept, orders, ...(isOld && { lines: [], note: '', tip: 0, tableNumber: '' }) };
  } catch {
    return nothing;
  }
}

/** Tells this page's own parts; other tabs are told by the browser. */
const changed = new EventTarget();

/** Changes what is kept in one step, and returns it. */
export function keep(outletId: string, change: (kept: Kept) => Partial<Kept>): Kept {
  const before = readKept(outletId);
  const after = { ...before, at: Math.max(Date.now(), before.at + 1), ...change(before) };
  const text = JSON.stringify(after);
  store(outletId, text);
  written = toDisk(keyOf(outletId), { text, at: after.at });
  return after;
}

function store(outletId: string, text: string): void {
  try {
    const kept = storage();
    kept?.setItem(keyOf(outletId), text);
    if (kept) unkept.delete(outletId);
    else unkept.set(outletId, text);
  } catch {
    // It is full, and may still have what was kept before.
    unkept.set(outletId, text);
  }
  changed.dispatchEvent(new Event('change'));
}

let written: Promise<unknown> = Promise.resolve();

/** Resolves when what was kept last would survive that the browser is killed, if it can. */
export const isWritten = (): Promise<unknown> => written;

/** Resolves when another page would find what was kept last, if it can. */
export const isKept = async (outletId: string): Promise<void> => {
  if (unkept.has(outletId)) await written;
};

/** Brings back what a killed browser had not yet written of what is kept. */
export async function restore(outletId: string): Promise<void> {
  const onDisk = await fromDisk(keyOf(outletId));
  if (onDisk && onDisk.at > readKept(outletId).at) store(outletId, onDisk.text);
}

/** Calls `work` when the back button brings the page back as it was left; returns how to stop that. */
export function onBack(work: () => void): () => void {
  const shown = ({ persisted }: PageTransitionEvent) => persisted && work();
  window.addEventListener('pageshow', shown);
  return () => window.removeEventListener('pageshow', shown);
}

/** What is kept, as it is now in whichever tab it was changed; null until the page has its script. */
export function useKept(outletId: string): Kept | null {
  const [kept, setKept] = useState<Kept | null>(null);
  useEffect(() => {
    const read = () => setKept(readKept(outletId));
    void restore(outletId).then(read);
    changed.addEventListener('change', read);
    window.addEventListener('storage', read);
    // It was not told meanwhile.
    const forgetBack = onBack(read);
    return () => {
      changed.removeEventListener('change', read);
      window.removeEventListener('storage', read);
      forgetBack();
    };
  }, [outletId]);
  return kept;
}
