import type { Socket } from 'socket.io';
import { allowance, type Allowance } from '#shared/base/allowance.ts';
import type { Clock } from '../core/clock.ts';

/** Events one socket may send (hazards R13). */
const usual: Allowance = { burst: 40, perSecond: 10 };
/** Reports of a till that comes back to a full board on a busy evening, several for each order; it paces itself below this. */
const ofReports: Allowance = { burst: 500, perSecond: 100 };

/** Ends a socket that sends more than an honest client has reason to. */
export function limitEvents(socket: Pick<Socket, 'use' | 'disconnect'>, clock: Clock): void {
  const now = () => clock.now().getTime();
  const others = allowance(usual, now);
  const reports = allowance(ofReports, now);
  socket.use(([event, payload], next) => {
    const within =
      event === 'order-seen' ? reports() : event === 'orders-seen' ? reports(costOf(payload)) : others();
    return within ? next() : void socket.disconnect(true);
  });
}

/** Reports in one list share a message, an answer and a read: ten cost as much as one by itself. */
function costOf(reports: unknown): number {
  return Array.isArray(reports) ? Math.max(1, reports.length / 10) : 1;
}
