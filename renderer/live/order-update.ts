import type { Order } from '#shared/api/orders.ts';
import type { OrderTimeline } from '#shared/api/live.ts';
import { record } from '#shared/base/loose-json.ts';
import { readStationTimes } from '../api/read-order-times.ts';
import { timeOf } from '../state/timeline.ts';

/** The content of an `order-update`: the order, if included, and the outlet's count of changes. */
export type Update = { id: string; order: Order | null; seq: number | null };

/** Accepts `{order, seq}`, an order, an object with its id, or the id alone; null for anything else. */
export function readUpdate(payload: unknown, readOrder: (value: unknown) => Order): Update | null {
  if (typeof payload === 'string' && payload !== '') return { id: payload, order: null, seq: null };
  if (typeof payload !== 'object' || payload === null) return null;
  const { order = payload, seq, orderId } = payload as { order?: unknown; seq?: unknown; orderId?: unknown };
  const count = typeof seq === 'number' ? seq : null;
  try {
    const read = readOrder(order);
    return { id: read.id, order: read, seq: count };
  } catch {
    const { id, _id } = (typeof order === 'object' && order !== null ? order : {}) as {
      id?: unknown;
      _id?: unknown;
    };
    const found = [orderId, id, _id, order].find((value) => typeof value === 'string');
    return typeof found === 'string' ? { id: found, order: null, seq: count } : null;
  }
}

/** The outlet of the order in an `order-update`; null if it does not say. */
export function outletOf(payload: unknown): string | null {
  const { order } = record(payload);
  const { outletId } = record(order);
  return typeof outletId === 'string' ? outletId : null;
}

/** The content of an `order-timeline`; null if it names no order. Invalid times are left out. */
export function readTimeline(payload: unknown): OrderTimeline | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const { orderId, ...times } = payload as Record<string, unknown>;
  if (typeof orderId !== 'string') return null;
  const known = Object.values(timeOf).filter((field) => Number.isFinite(Date.parse(String(times[field]))));
  return {
    orderId,
    ...Object.fromEntries(known.map((field) => [field, String(times[field])])),
    ...readStationTimes(times['stationTimes']),
  };
}
