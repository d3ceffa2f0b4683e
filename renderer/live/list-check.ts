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
};

export type ListCheckOptions = CheckedList & {
  /** Called with each of a few orders that the server has otherwise. */
  readOne: (orderId: string) => void;
  /** Called if more is different, or that cannot be found out. */
  readList: () => void;
};

/** How many orders are read one by one: those whose events are on their way just now. */
const MOST_ONE_BY_ONE = 16;

/**
 * Compares the orders of an outlet with what the server has, which a busy board does at a small part of the cost of
 * reading its list.
 */
export function listCheck({ fetchVersions, known, outletId, readOne, readList }: ListCheckOptions) {
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
      const different = differencesOf(outletId, listed, before, known());
      if (different.isShorter || different.ids.length > MOST_ONE_BY_ONE) readList();
      else different.ids.forEach(readOne);
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

/**
 * The ids of the orders of which the server has more than this screen, and whether it has fewer orders.
 * @param before those that were known when the server was asked: what has come since may not be on its list
 */
export function differencesOf(
  outletId: string,
  listed: readonly OrderVersion[],
  before: KnownOrders['entities'],
  { entities, gone }: KnownOrders,
): { ids: string[]; isShorter: boolean } {
  const ids = listed.filter((one) => !isKnown(one)).map(({ id }) => id);
  const onList = new Set(listed.map(({ id }) => id));
  const isShorter = Object.values(entities).some(
    (order) => order.outletId === outletId && order.id in before && !onList.has(order.id),
  );
  return { ids, isShorter };

  function isKnown({ id, version, uncounted }: OrderVersion): boolean {
    const order = entities[id];
    if (!order) return (gone[id] ?? 0) >= version;
    return order.version > version || (order.version === version && uncountedOf(order) === uncounted);
  }
}
