import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { forgettingChore } from '../../core/forgetting-chore.ts';
import type { ChoreReports } from '../../core/reported-chore.ts';
import type { Database } from '../../database/database.ts';
import type { Counters } from '../../limits/counters.ts';
import type { Senders } from '../../senders/sender.ts';
import { alarmsRepository } from './alarms-repository.ts';
import { alertsRepository } from './alerts-repository.ts';
import { climbing } from './climbing.ts';
import { dueOrders } from './due-orders.ts';
import { drillsHandlers } from './drills-handlers.ts';
import { drillsRepository } from './drills-repository.ts';
import { escalationHandlers } from './escalation-handlers.ts';
import { escalationRepository, phonesRepository } from './escalation-repository.ts';
import { noteGone } from './gone-targets.ts';
import { missedOrders } from './missed-orders.ts';
import { alertSending } from './send-alert.ts';
import { escalationTokens } from './tokens.ts';

/** What was sent is kept as long as a person may ask why nobody came. */
const KEPT_MS = 90 * 24 * 3_600_000;
const FORGET_EVERY_MS = 3_600_000;

export type EscalationFeatureOptions = ChoreReports & {
  database: Database;
  clock: Clock;
  senders: Senders;
  counters: Counters;
  secret: string;
  /** Screens are to ring, or no longer. */
  onClaimed(): void;
  /** Takes no more orders at the outlet, until somebody resumes. */
  pause(outletId: string): Promise<unknown>;
  /** How often due rungs are polled, in ms; for tests. */
  everyMs?: number | undefined;
};

/** Tells more and more people of an order that nobody has seen. */
export function escalationFeature(options: EscalationFeatureOptions) {
  const { database, clock, senders } = options;
  const holder = randomUUID();
  const tokens = escalationTokens(options.secret);
  const alerts = alertsRepository(database, holder);
  const due = dueOrders(database);
  const alarms = alarmsRepository(database);
  const drills = drillsRepository(database, holder);
  const repository = escalationRepository(database);
  const phones = phonesRepository(database);
  const climb = climbing({
    ...options,
    alerts,
    due,
    noteGone: (alert, isGone) => noteGone(database, alert, isGone ? clock.now() : null),
    send: alertSending({ senders, tokens, clock }),
  });
  const forgetting = forgettingChore(options, {
    what: 'alerts',
    keptMs: KEPT_MS,
    everyMs: FORGET_EVERY_MS,
    forgetBefore: (time) => alerts.forgetBefore(time),
  });
  return {
    alarms,
    orderEnded: climb.orderEnded,
    chores: [climb, missedOrders(options), forgetting],
    handlers: {
      ...escalationHandlers({ ...due, repository, phones, alerts, senders, tokens, clock }),
      ...drillsHandlers({ ...options, repository, drills, alarms, climbing: climb }),
    },
  };
}
