import { idOf, record, text } from '#shared/base/loose-json.ts';
import type { Order, OrderVersion } from '#shared/api/orders.ts';
import { inSlices } from './in-slices.ts';
import { list, readList, whole } from './loose-values.ts';
import { readAdjustment, readCameBackLater, readOrder, readTakenLater } from './read-order.ts';
import { readPauses } from './read-ordering.ts';
import { readOutlet, readTradingSession } from './read-outlet.ts';

/** What can be read of an order that this app cannot read as a whole; each text may be empty. */
export type UnreadableOrder = {
  /** Its index in the list. */
  place: number;
  id: string;
  orderNumber: string;
  status: string;
};

export type OrdersRead = { orders: Order[]; unreadable: UnreadableOrder[] };

/**
 * A list of orders. An unreadable one, of a newer server or with an unknown status, hides no other. Throws if there
 * is no list.
 */
export function readOrders(value: unknown): OrdersRead {
  const read: OrdersRead = { orders: [], unreadable: [] };
  for (const entry of entriesOf(value)) readEntry(read, entry);
  return read;
}

/** {@link readOrders} for a busy page: an order that comes meanwhile does not wait for the whole list. */
export async function readOrdersInSlices(value: unknown): Promise<OrdersRead> {
  const read: OrdersRead = { orders: [], unreadable: [] };
  await inSlices(entriesOf(value), (entry) => readEntry(read, entry));
  return read;
}

const entriesOf = (value: unknown) => readList(value, 'orders', (one) => one).entries();

function readEntry({ orders, unreadable }: OrdersRead, [place, element]: [number, unknown]): void {
  const order = readOrderOrNull(element);
  if (order) orders.push(order);
  else unreadable.push({ place, ...namesOf(element) });
}

/** Null for anything but a readable order. */
export function readOrderOrNull(value: unknown): Order | null {
  try {
    return readOrder(value);
  } catch {
    return null;
  }
}

/** Throws if there is no list. */
export function readOrderVersions(value: unknown): OrderVersion[] {
  return readList(value, 'orders', (element) => {
    const json = record(element);
    return { id: idOf(json), version: whole(json['version']), uncounted: text(json['uncounted']) };
  });
}

function namesOf(value: unknown): Omit<UnreadableOrder, 'place'> {
  const json = record(value);
  return { id: idOf(json), orderNumber: text(json['orderNumber']), status: text(json['status']) };
}

/** One trading session with its orders. */
export function readPeriod(value: unknown, apiBase: string) {
  const json = record(value);
  const outlet = readOutlet(json['outlet'], apiBase);
  const { orders, ...others } = readOrders(json['orders']);
  return {
    outlet,
    period: readTradingSession(json['period']),
    // Some servers name the outlet once.
    orders: orders.map((order) => ({ ...order, outletId: order.outletId || outlet.id })),
    ...others,
    // Null: this server tells none.
    adjustments: Array.isArray(json['adjustments']) ? json['adjustments'].map(readAdjustment) : null,
    takenLater: list(json['takenLater']).map(readTakenLater),
    cameBack: list(json['cameBack']).map(readCameBackLater),
    pauses: readPauses(json['pauses']),
  };
}
