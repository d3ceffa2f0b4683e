import type { Clock } from '../../core/clock.ts';
import type { RepeatedChore } from '../../core/repeated-chore.ts';
import { reportedChore, type ChoreReports } from '../../core/reported-chore.ts';
import { alsoSending, sendingClaimed } from '../../senders/sending-claimed.ts';
import type { Senders } from '../../senders/sender.ts';
import { notificationWords } from './notification-words.ts';
import type { ClaimedNotification, NotificationsRepository } from './notifications-repository.ts';

const LOOK_EVERY_MS = 1_000;
/** A phone that was off for longer learns from the order's page. */
const LIVES_S = 1_800;
const LATE = 'a guest is told late of an order; it is tried again';

export type NotifyingGuestsOptions = ChoreReports & {
  notifications: NotificationsRepository;
  phone: Senders['phone'];
  clock: Clock;
  /** How long to rest between runs, in ms; for tests. */
  everyMs?: number | undefined;
};

/**
 * Tells guests' phones of their orders. What is due is read from the orders as they are, so that nobody who changes one
 * waits for it, and a restart or another server goes on with it.
 */
export function notifyingGuests(options: NotifyingGuestsOptions): RepeatedChore {
  const { notifications, phone, clock, log, onRun } = options;
  const sending = sendingClaimed<ClaimedNotification>({
    ...options,
    renew: notifications.renew,
    send: (claimed, signal) => phone.send(claimed, pushOf(claimed, clock.now()), signal),
    async settle({ id, message, outlet_id: outletId }, { state, why, isGone }) {
      await (isGone ? notifications.removeGone(id) : notifications.settle(id, state === 'failed'));
      log.info({ event: 'guest-notification', message, outletId, state, why });
    },
    failure: LATE,
  });
  const looking = reportedChore({
    name: 'notify-guests',
    async run() {
      sending.add(await notifications.claim(sending.room()));
      return false;
    },
    everyMs: options.everyMs ?? LOOK_EVERY_MS,
    log,
    onRun,
    failure: LATE,
  });
  return alsoSending(looking, sending);
}

/** Of what waits for a phone that is off, only the newest message of an order is still true. */
function pushOf(claimed: ClaimedNotification, now: Date) {
  const { id, outlet_id: outletId, order_id: orderId } = claimed;
  return {
    payload: { id, ...notificationWords(claimed, now), outletId, orderId },
    livesS: LIVES_S,
    topic: orderId.replaceAll('-', '').slice(0, 32),
  };
}
