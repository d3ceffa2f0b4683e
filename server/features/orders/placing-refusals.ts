import { refuse, Refusal } from '../../http/refusal.ts';

/** A refusal for a limit, which a fresh read of the menu would not change. */
export function isTooMany(result: unknown): boolean {
  return result instanceof Refusal && result.status === 429;
}

export function notPayable(): Refusal {
  return refuse(503, 'PAYMENTS_NOT_CONFIGURED', 'This outlet cannot take payments yet.', {
    retryAfter: 3600,
  });
}

export function closed(): Refusal {
  return refuse(409, 'OUTLET_CLOSED', 'This outlet is not taking orders just now.');
}

export function outsideHours(fields: Record<string, string>): Refusal {
  return refuse(409, 'OUTSIDE_HOURS', Object.values(fields)[0] ?? 'This is not served now.', { fields });
}

export function unsellable(fields: Record<string, string>): Refusal {
  return refuse(422, 'ORDER_NOT_POSSIBLE', Object.values(fields)[0] ?? 'This cannot be ordered.', { fields });
}

export function notPlaced(): Refusal {
  return refuse(404, 'NOT_PLACED', 'No order was placed with this key.');
}
