import { statusGroups, type OrderStatus } from '#shared/base/order-statuses.ts';
import { transitions } from '#shared/orders/machine.ts';
import type { OrderChange, RunLog } from '../run-log.ts';
import { claims } from './names.ts';
import { counted, groupedBy, type Verdict } from './verdict.ts';

/** Every order that a customer was told of is there once, and no key has made two. */
export function acknowledgedOnce({ customers, server }: RunLog): Verdict {
  const acknowledged = customers.flatMap(({ orderId }) => orderId ?? []);
  const there = counted(server.map(({ id }) => id));
  const told = counted(acknowledged);
  const isPaid = ({ status }: RunLog['server'][number]) => !statusGroups.unpaid.has(status);
  // A customer who was answered with an order knows of it; one more on the server is one that nobody knows of.
  const mayBeUnknown = customers.filter(({ orderId }) => orderId === null).length;
  const unknown = server.filter((order) => isPaid(order) && !told.has(order.id));
  return {
    claim: claims.acknowledged,
    kept: 'all',
    looked: acknowledged.length,
    times: [],
    breaches: [
      ...acknowledged
        .filter((id) => there.get(id) !== 1)
        .map((id) => `${id} is there ${there.get(id) ?? 0} times`),
      ...[...told].filter(([, times]) => times > 1).map(([id]) => `${id} answers two customers`),
      ...(unknown.length > mayBeUnknown
        ? unknown.map(({ number }) => `order ${number} is nobody’s: its customer has another`)
        : []),
    ],
  };
}

/** From 1, without a gap and without a double. */
export function gaplessNumbers({ server }: RunLog): Verdict {
  const numbers = server.map(({ number }) => number).filter((number) => number > 0);
  const sorted = numbers.toSorted((a, b) => a - b);
  return {
    claim: claims.gapless,
    kept: 'all',
    looked: numbers.length,
    times: [],
    breaches: sorted
      .flatMap((number, at) => (number === at + 1 ? [] : [`${number} stands at ${at + 1}`]))
      .slice(0, 3),
  };
}

/** What the table of the order's machine leads to from a status, with one command. */
function nextOf(status: OrderStatus): OrderStatus[] {
  return Object.values(transitions[status]).flatMap((target) => {
    if (target === 'byItems') return ['deliver_waiting', 'deliver_working', 'deliver_enroute'] as const;
    if (target === 'byRemaining') return ['complete', 'refunded'] as const;
    return target;
  });
}

/** Each version follows from the one before it; over versions that nobody saw, by several steps. */
export function legalTransitions({ changes }: RunLog): Verdict {
  const byOrder = groupedBy(changes, ({ id }) => id);
  const steps = byOrder.flatMap((seen) => {
    const versions = new Map<number, OrderChange>();
    for (const change of seen) versions.set(change.version, versions.get(change.version) ?? change);
    const sorted = [...versions.values()].toSorted((a, b) => a.version - b.version);
    return sorted.slice(1).map((to, n) => ({ from: sorted[n] as OrderChange, to }));
  });
  const contradictions = byOrder.flatMap((seen) =>
    groupedBy(seen, ({ version }) => version).filter(
      (same) => new Set(same.map(({ status }) => status)).size > 1,
    ),
  );
  return {
    claim: claims.legal,
    kept: 'all',
    looked: steps.length,
    times: [],
    breaches: [
      ...steps
        .filter(({ from, to }) => !reaches(from.status, to.status, to.version - from.version))
        .map(({ from, to }) => `${to.id}: ${from.status} to ${to.status} at version ${to.version}`),
      ...contradictions.map((same) => `${same[0]?.id} has two states in version ${same[0]?.version}`),
    ],
  };
}

/** Staying is legal as well: a refund or an item that moves is a new version in the same status. */
function reaches(from: OrderStatus, to: OrderStatus, steps: number): boolean {
  let reached = new Set([from]);
  for (let step = 0; step < Math.min(steps, 12); step += 1)
    reached = new Set([...reached].flatMap((status) => [status, ...nextOf(status)]));
  return reached.has(to);
}
