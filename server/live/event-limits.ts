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
  socket.use(([event], next) => {
    const within = event === 'order-seen' ? reports() : others();
    return within ? next() : void socket.disconnect(true);
  });
}

function allowance({ burst, perSecond }: Limit, clock: Clock): () => boolean {
  let left = burst;
  let checked = clock.now().getTime();
  return () => {
    const now = clock.now().getTime();
    left = Math.min(burst, left + ((now - checked) / 1000) * perSecond);
    checked = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
