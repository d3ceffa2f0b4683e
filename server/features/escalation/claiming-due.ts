import { HELD_MS } from '../../senders/sending-claimed.ts';
import { MOST_SCREENS, type AlertsRepository, type ClaimedAlert } from './alerts-repository.ts';

/** How often all that waits is looked at, in ms of the clock; in between, what has become due since the last look. */
const ALL_EVERY_MS = 30_000;
/** How long after its time an order or a message may be committed, in ms. */
const COMMITTED_WITHIN_MS = 15_000;

/** Claims messages as they become due, without looking each time at all orders that wait. */
export function claimingDue(alerts: Pick<AlertsRepository, 'claim'>) {
  /** What became due before was claimed by somebody; null: perhaps not all of it. */
  let since: Date | null = null;
  let allLookedAt = -Infinity;
  let changes = 0;
  return {
    /** @param room for how many messages that have a sender */
    async claim(now: Date, room: number): Promise<ClaimedAlert[]> {
      const isAll = since === null || now.getTime() - allLookedAt >= ALL_EVERY_MS;
      const [from, before] = [isAll ? null : since, changes];
      since = null;
      const claimed = await alerts.claim(now, new Date(now.getTime() + HELD_MS), room, from);
      if (isAll) allLookedAt = now.getTime();
      const forScreens = claimed.filter(({ target }) => target === 'screens').length;
      const isCut = forScreens >= MOST_SCREENS || claimed.length - forScreens >= room;
      if (!isCut && changes === before) since = new Date(now.getTime() - COMMITTED_WITHIN_MS);
      return claimed;
    },
    /** Who is told, and when, was changed: it holds for orders that wait already. */
    settingsChanged(): void {
      changes += 1;
      since = null;
    },
  };
}
