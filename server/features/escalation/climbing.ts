import type { Clock } from '../../core/clock.ts';
import type { RepeatedChore } from '../../core/repeated-chore.ts';
import { reportedChore, type ChoreReports } from '../../core/reported-chore.ts';
import type { Receipt } from '../../senders/sender.ts';
import { alsoSending, sendingClaimed, type SendingClaimedOptions } from '../../senders/sending-claimed.ts';
import { BATCH, type AlertsRepository } from './alerts-repository.ts';
import type { ClaimedAlert } from './claimed-alert.ts';
import type { dueOrders } from './due-orders.ts';

const LOOK_EVERY_MS = 1_000;

const LATE = 'an alert is late; it is tried again';

export type ClimbingOptions = ChoreReports & {
  alerts: AlertsRepository;
  due: ReturnType<typeof dueOrders>;
  send(alert: ClaimedAlert, signal: AbortSignal): Promise<Receipt>;
  clock: Clock;
  /** The phone or webhook of a message is gone, or is there after all. */
  noteGone(alert: ClaimedAlert, isGone: boolean): Promise<void>;
  /** Screens are to ring, or no longer. */
  onClaimed(): void;
  /** How long to rest between runs, in ms; for tests. */
  everyMs?: number | undefined;
};

export type Climbing = RepeatedChore & {
  /** Sends messages that were claimed elsewhere. */
  sendClaimed(claimed: ClaimedAlert[]): void;
  /** An order was answered, or has expired: screens that ring for it are told at once. */
  orderEnded(orderId: string): void;
};

/**
 * Takes each rung when it is due. What is due is in the database, so that a restart or another server goes on with
 * it.
 */
export function climbing(options: ClimbingOptions): Climbing {
  const { alerts, clock, log, onRun } = options;
  const sendingOptions: SendingClaimedOptions<ClaimedAlert> = {
    ...options,
    renew: alerts.renew,
    async settle(alert, { state, why, isGone }) {
      await alerts.settle(alert.id, state, why, clock.now());
      if (alert.was_gone ? state === 'delivered' : isGone) await options.noteGone(alert, isGone);
      log.info({ event: 'alert', alertId: alert.id, outletId: alert.outlet_id, state, why });
    },
    failure: LATE,
  };
  const ofOrders = sendingClaimed(sendingOptions);
  /** Tests of the way take no room from orders that nobody has seen. */
  const ofDrills = sendingClaimed(sendingOptions);

  function sendOut(claimed: readonly ClaimedAlert[]): void {
    // Screens learn by themselves what is for them.
    const messages = claimed.filter(({ target }) => !target.startsWith('screen'));
    ofOrders.add(messages.filter(({ order_id: id }) => id !== null));
    ofDrills.add(messages.filter(({ order_id: id }) => id === null));
  }
  const looking = reportedChore({
    name: 'climb-rungs',
    run: climb,
    everyMs: options.everyMs ?? LOOK_EVERY_MS,
    log,
    onRun,
    failure: LATE,
  });

  /** The orders for which this server has asked screens to ring. */
  const ringing = new Set<string>();

  async function climb(): Promise<boolean> {
    await lookAtDue(options, ofOrders.room, handOut);
    return false;
  }

  function handOut(claimed: readonly ClaimedAlert[]): void {
    for (const { target, order_id: id } of claimed) if (target === 'screens' && id !== null) ringing.add(id);
    if (claimed.length > 0) options.onClaimed();
    sendOut(claimed);
  }

  return {
    sendClaimed: sendOut,
    orderEnded: (orderId) => void (ringing.delete(orderId) && options.onClaimed()),
    ...alsoSending(looking, {
      settled: async () => void (await Promise.all([ofOrders.settled(), ofDrills.settled()])),
    }),
  };
}

/** Claims what is due now, some hundreds of orders at a time, and what dead servers left. */
async function lookAtDue(
  { alerts, due, clock }: Pick<ClimbingOptions, 'alerts' | 'due' | 'clock'>,
  room: () => number,
  handOut: (claimed: readonly ClaimedAlert[]) => void,
): Promise<void> {
  if (!(await due.isAnythingDue(clock.now()))) return;
  const { ids, allTold } = await due.find(clock.now());
  let isAll = true;
  for (let from = 0; from < ids.length; from += BATCH) {
    const { claimed, wereLeft } = await alerts.claim(clock.now(), room(), ids.slice(from, from + BATCH));
    if (wereLeft) isAll = false;
    handOut(claimed);
  }
  if (isAll) allTold();
  handOut(await alerts.takeOver(clock.now()));
}
