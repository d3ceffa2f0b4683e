import type { Order, OrderVersion } from '#shared/api/orders.ts';
import { uncountedOf } from '#shared/orders/uncounted.ts';
import { byId, type OrdersState } from '../state/known-orders.ts';
import { LIST_WITHIN_MS } from './list-reader.ts';

/**
 * The orders of the watched outlets, the last version of those that have left the board, and what cannot be read here;
 * nothing of it is changed in place.
 */
export type KnownOrders = Pick<OrdersState, 'sorted' | 'gone'> & {
  outlets: readonly { outletId: string; unreadable: readonly unknown[] }[];
};

export type CheckedList = {
  outletId: string;
  fetchVersions: (outletId: string, signal: AbortSignal) => Promise<OrderVersion[]>;
  known: () => KnownOrders;
  /** How long the events of what differs may still be on their way, in ms. */
  arriveWithinMs?: number;
};

export type ListCheckOptions = CheckedList & {
  /** Called with each of a few orders that the server has otherwise. */
  readOne: (orderId: string) => void;
  /** Called if more is different, or that cannot be found out. */
  readList: () => void;
};

/** How many orders are read one by one. */
const MOST_ONE_BY_ONE = 16;
const ARRIVE_WITHIN_MS = 1_000;

/**
 * Compares the orders of an outlet with what the server has, which a busy board does at a small part of the cost of
 * reading its list. One check at a time: those that are asked for meanwhile cause one more after it.
 */
export function listCheck(options: ListCheckOptions) {
  const { fetchVersions, known, outletId, arriveWithinMs = ARRIVE_WITHIN_MS, readOne, readList } = options;
  let checking: AbortController | null = null;
  /** What differed when the server had answered. */
  let found: { at: number; now: () => Differences } | null = null;
  let again = false;

  function begin(): void {
    again = checking !== null;
    if (!checking) void ask((checking = new AbortController()));
  }

  async function ask({ signal }: AbortController): Promise<void> {
    const before = known().sorted;
    try {
      const within = AbortSignal.any([signal, AbortSignal.timeout(LIST_WITHIN_MS)]);
      const listed = await fetchVersions(outletId, within);
      if (signal.aborted) return;
      const now = () => differencesOf(outletId, listed, before, known());
      if (isEqual(now())) end();
      else found = { at: performance.now(), now };
    } catch {
      if (signal.aborted) return;
      readList();
      end();
    }
  }

  function end(): void {
    checking = null;
    found = null;
    if (again) begin();
  }

  return {
    begin,
    /** Call this often: the page's own timers would stop while it is hidden. */
    beat(): void {
      if (!found || performance.now() - found.at < arriveWithinMs) return;
      const { ids, isOther } = found.now();
      // Only the list says which orders belong to this session.
      if (isOther || ids.length > MOST_ONE_BY_ONE) readList();
      else for (const id of ids) readOne(id);
      end();
    },
    stop(): void {
      checking?.abort();
      again = false;
      end();
    },
  };
}

/** Orders that both have, and the server has otherwise; and whether either has an order that the other has not. */
type Differences = { ids: string[]; isOther: boolean };

const isEqual = ({ ids, isOther }: Differences) => ids.length === 0 && !isOther;

/**
 * How the orders of which a screen and the server know differ.
 * @param before those that were known when the server was asked: what has come since may not be on its list
 */
export function differencesOf(
  outletId: string,
  listed: readonly OrderVersion[],
  before: KnownOrders['sorted'],
  { sorted, gone }: Pick<KnownOrders, 'sorted' | 'gone'>,
): Differences {
  const onList = new Set(listed.map(({ id }) => id));
  const [was, is] = [byId(before), byId(sorted)];
  const isExtra = (order: Order) => order.outletId === outletId && was.has(order.id) && !onList.has(order.id);
  const isMissing = ({ id, version }: OrderVersion) => !is.has(id) && (gone[id] ?? 0) < version;
  return {
    ids: listed.filter(isNewer).map(({ id }) => id),
    isOther: listed.some(isMissing) || sorted.some(isExtra),
  };

  function isNewer({ id, version, uncounted }: OrderVersion): boolean {
    const order = is.get(id);
    if (!order || order.version !== version) return order !== undefined && order.version < version;
    // Where it has changed since, what no version counts may be newer here.
    return order === was.get(id) && uncountedOf(order) !== uncounted;
  }
}
