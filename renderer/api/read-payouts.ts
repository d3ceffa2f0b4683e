import { idOf, record, text, textOrNull } from '#shared/base/loose-json.ts';
import type {
  Dispute,
  MoneyDifference,
  OrderNamed,
  Payout,
  PayoutDetail,
  Payouts,
} from '#shared/api/payouts.ts';
import { differenceCauses, disputeStates, payoutLineKinds, payoutStates } from '#shared/base/payouts.ts';
import { list, timeIfSaid, timeOrNull, whole } from './loose-values.ts';

export function readPayouts(value: unknown): Payouts {
  const { readAt, failure, inTransit, payouts, nextCursor, unexplained } = record(value);
  const { amount, differences, nextCursor: nextDifference } = record(unexplained);
  return {
    readAt: timeOrNull(readAt),
    failure: textOrNull(failure),
    inTransit: whole(inTransit),
    payouts: list(payouts).map(readPayout),
    nextCursor: textOrNull(nextCursor),
    unexplained: {
      amount: whole(amount),
      differences: list(differences).map(readDifference),
      ...(text(nextDifference) !== '' && { nextCursor: text(nextDifference) }),
    },
  };
}

export function readPayoutDetail(value: unknown): PayoutDetail {
  const { payout, lines } = record(value);
  return {
    payout: readPayout(payout),
    lines: list(lines).map((line) => {
      const json = record(line);
      return {
        id: idOf(json),
        kind: payoutLineKinds.find((kind) => kind === json['kind']) ?? 'other',
        at: timeIfSaid(json['at']),
        amount: whole(json['amount']),
        fees: whole(json['fees']),
        net: whole(json['net']),
        order: readOrderNamed(json['order']),
      };
    }),
  };
}

export function readDisputes(value: unknown): { disputes: Dispute[] } {
  return {
    disputes: list(record(value)['disputes']).map((dispute) => {
      const json = record(dispute);
      return {
        id: idOf(json),
        amount: whole(json['amount']),
        state: disputeStates.find((state) => state === json['state']) ?? 'under-review',
        reason: text(json['reason']),
        openedAt: timeIfSaid(json['openedAt']),
        evidenceDueAt: timeOrNull(json['evidenceDueAt']),
        order: readOrderNamed(json['order']),
      };
    }),
  };
}

function readPayout(value: unknown): Payout {
  const json = record(value);
  const parts = json['parts'];
  const part = (name: string) => whole(record(parts)[name]);
  return {
    id: idOf(json),
    madeAt: timeIfSaid(json['madeAt']),
    arrivesAt: timeIfSaid(json['arrivesAt']),
    amount: whole(json['amount']),
    state: payoutStates.find((state) => state === json['state']) ?? 'pending',
    failure: textOrNull(json['failure']),
    parts:
      parts === null || parts === undefined
        ? null
        : {
            orders: part('orders'),
            taken: part('taken'),
            fees: part('fees'),
            refunds: part('refunds'),
            disputes: part('disputes'),
            other: part('other'),
          },
  };
}

function readDifference(value: unknown): MoneyDifference {
  const json = record(value);
  return {
    id: idOf(json),
    cause: differenceCauses.find((cause) => cause === json['cause']) ?? 'other',
    amount: whole(json['amount']),
    at: timeIfSaid(json['at']),
    booked: json['booked'] === true,
    order: readOrderNamed(json['order']),
  };
}

function readOrderNamed(value: unknown): OrderNamed | null {
  if (value === null || value === undefined) return null;
  const json = record(value);
  return {
    id: idOf(json),
    orderNumber: whole(json['orderNumber']),
    outletId: text(json['outletId']),
    outletName: text(json['outletName']),
    tradingSessionId: text(json['tradingSessionId']),
  };
}
