import type { Socket } from 'socket.io';
import { allowance, type Allowance } from '#shared/base/allowance.ts';
import type { Clock } from '../core/clock.ts';

/** Events that one socket may send. */
const usual: Allowance = { burst: 40, perSecond: 10 };
/**
 * The reports of a till that reconnects to a full board, several per order; the till itself stays below this rate.
 */
const ofReports: Allowance = { burst: 500, perSecond: 100 };

/** Disconnects a socket that sends more than an honest client ever does. */
export function limitEvents(socket: Pick<Socket, 'use' | 'disconnect'>, clock: Clock): void {
  const now = () => clock.now().getTime();
  const others = allowance(usual, now);
  const reports = allowance(ofReports, now);
  socket.use(([event, payload], next) => {
    const within =
      event === 'order-seen'
        ? reports()
        : event === 'orders-seen'
          ? reports(costOf(payload, 10))
          : others(event === 'connect-outlets' ? costOf(payload, 4) : 1);
    return within ? next() : void socket.disconnect(true);
  });
}

/** The entries of one list share a message and an answer: so many of them cost as much as a single one. */
function costOf(list: unknown, asOne: number): number {
  return Array.isArray(list) ? Math.max(1, list.length / asOne) : 1;
}
