import type { Order, OrderVersion } from '#shared/api/orders.ts';
import { uncountedOf } from '#shared/orders/uncounted.ts';
import { LIST_WITHIN_MS } from './list-reader.ts';

/** The orders of the watched outlets, and the last version of those that have left the board; neither is changed in place. */
export type KnownOrders = {
  entities: Readonly<Record<string, Order>>;
  gone: Readonly<Record<string, number>>;
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
 * reading its list.
 */
export function listCheck({
  fetchVersions,
  known,
  outletId,
  arriveWithinMs = ARRIVE_WITHIN_MS,
  readOne,
  readList,
}: ListCheckOptions) {
  let checking: AbortController | null = null;

  async function check(): Promise<void> {
    const mine = (checking = new AbortController());
    const before = known().entities;
    try {
      const listed = await fetchVersions(
        outletId,
        AbortSignal.any([mine.signal, AbortSignal.timeout(LIST_WITHIN_MS)]),
      );
      if (mine !== checking) return;
      const differences = () => differencesOf(outletId, listed, before, known());
      if (isEqual(differences())) return;
      await wait(arriveWithinMs);
      if (mine !== checking) return;
      const { ids, isOther } = differences();
      // Only the list says which orders belong to this session.
      if (isOther || ids.length > MOST_ONE_BY_ONE) readList();
      else for (const id of ids) readOne(id);
    } catch {
      if (mine === checking) readList();
    }
  }

  function stop(): void {
    const given = checking;
    checking = null;
    given?.abort();
  }

  return {
    /** One that is still under way counts no more. */
    begin(): void {
      stop();
      void check();
    },
    stop,
  };
}

/** Orders that both have, and the server has otherwise; and whether either has an order that the other has not. */
type Differences = { ids: string[]; isOther: boolean };

const isEqual = ({ ids, isOther }: Differences) => ids.length === 0 && !isOther;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * How the orders of which a screen and the server know differ.
 * @param before those that were known when the server was asked: what has come or changed since is judged the next time
 */
export function differencesOf(
  outletId: string,
  listed: readonly OrderVersion[],
  before: KnownOrders['entities'],
  { entities, gone }: KnownOrders,
): Differences {
  const onList = new Set(listed.map(({ id }) => id));
  const isExtra = (order: Order) =>
    order.outletId === outletId && order === before[order.id] && !onList.has(order.id);
  const isMissing = ({ id, version }: OrderVersion) => !entities[id] && (gone[id] ?? 0) < version;
  return {
    ids: listed.filter(isNewer).map(({ id }) => id),
    isOther: listed.some(isMissing) || Object.values(entities).some(isExtra),
  };

  function isNewer({ id, version, uncounted }: OrderVersion): boolean {
    const order = entities[id];
    if (!order || order !== before[id] || order.version > version) return false;
    return order.version < version || uncountedOf(order) !== uncounted;
  }
}
