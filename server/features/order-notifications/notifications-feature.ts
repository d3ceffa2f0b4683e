import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { forgettingChore } from '../../core/forgetting-chore.ts';
import type { ChoreReports } from '../../core/reported-chore.ts';
import type { Database } from '../../database/database.ts';
import { trackingTokens } from '../../ordering/tracking-tokens.ts';
import type { Senders } from '../../senders/sender.ts';
import { notificationsHandlers } from './notifications-handlers.ts';
import { notificationsRepository } from './notifications-repository.ts';
import { notifyingGuests } from './notifying-guests.ts';

/** As long as a guest's own browser knows the order. */
const KEPT_MS = 48 * 3_600_000;
const FORGET_EVERY_MS = 3_600_000;

export type NotificationsFeatureOptions = ChoreReports & {
  database: Database;
  clock: Clock;
  senders: Senders;
  secret: string;
  /** How often due messages are looked for, in ms; for tests. */
  everyMs?: number | undefined;
};

/** Tells guests by web push what becomes of their order, though its page is closed. */
export function notificationsFeature(options: NotificationsFeatureOptions) {
  const { phone, refusePhone } = options.senders;
  const notifications = notificationsRepository(options.database, randomUUID());
  const tracking = trackingTokens(options.secret);
  const forgetting = forgettingChore(options, {
    what: 'phones of guests',
    keptMs: KEPT_MS,
    everyMs: FORGET_EVERY_MS,
    forgetBefore: notifications.forgetBefore,
  });
  return {
    chores: [notifyingGuests({ ...options, notifications, phone }), forgetting],
    handlers: notificationsHandlers({ ...options, notifications, tracking, refusePhone }),
  };
}
