import type { Socket } from 'socket.io';
import type { Clock } from '../clock.ts';

/** Events one socket may send: a burst, and how many a second after it (hazards R13). */
type Limit = { burst: number; perSecond: number };
const usual: Limit = { burst: 40, perSecond: 10 };
/** Reports of a till that comes back to a full board on a busy evening, several for each order; it paces itself below this. */
const ofReports: Limit = { burst: 500, perSecond: 100 };

/** Ends a socket that sends more than an honest client has reason to. */
export function limitEvents(socket: Pick<Socket, 'use' | 'disconnect'>, clock: Clock): void {
  const others = allowance(usual, clock);
  const reports = allowance(ofReports, clock);
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

function allowance({ burst, perSecond }: Limit, clock: Clock): (cost?: number) => boolean {
  let left = burst;
  let checked = clock.now().getTime();
  return (cost = 1) => {
    const now = clock.now().getTime();
    left = Math.min(burst, left + ((now - checked) / 1000) * perSecond);
    checked = now;
    if (left < cost) return false;
    left -= cost;
    return true;
  };
}
