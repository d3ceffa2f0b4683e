import type { Order } from '#shared/api/orders.ts';
import { record, text, textOrNull } from '#shared/base/loose-json.ts';
import { stationStages } from '#shared/base/station-stages.ts';
import { timeOrNull } from './loose-values.ts';

type Times = Pick<Order, 'cameAt' | 'receivedAt' | 'alertedAt' | 'seenAt' | 'stationTimes'>;

/** When the order came, was received, alerted and seen, and at which station; other servers leave this out. */
export function readOrderTimes(json: Record<string, unknown>): Times {
  const [cameAt, receivedAt, alertedAt, seenAt] = ['cameAt', 'receivedAt', 'alertedAt', 'seenAt'].map(
    (field) => timeOrNull(json[field]),
  );
  return {
    ...(cameAt && { cameAt }),
    ...(receivedAt && { receivedAt }),
    ...(alertedAt && { alertedAt }),
    ...(seenAt && { seenAt }),
    ...readStationTimes(json['stationTimes']),
  };
}

/** None for what this app does not know; other servers leave all of it out. */
export function readStationTimes(value: unknown): Pick<Order, 'stationTimes'> {
  if (!Array.isArray(value)) return {};
  const stationTimes = value.map(record).flatMap(({ stationId, stage, at, on }) => {
    const known = stationStages.find((one) => one === stage);
    const time = timeOrNull(at);
    return known && time ? [{ stationId: text(stationId), stage: known, at: time, on: textOrNull(on) }] : [];
  });
  return { stationTimes };
}
