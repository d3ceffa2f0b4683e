import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import type { Clock } from '../../core/clock.ts';
import type { Receipt } from '../../senders/sender.ts';
import type { AlertsRepository, ClaimedAlert } from './alerts-repository.ts';

/** While messages are being sent: how often that is said, and how long it is believed. */
const RENEW_EVERY_MS = 250;
export const HELD_MS = 2_000;
const MOST_AT_ONCE = 50;

export type SendingAlertsOptions = {
  alerts: AlertsRepository;
  send(alert: ClaimedAlert, signal: AbortSignal): Promise<Receipt>;
  clock: Clock;
  log: FastifyBaseLogger;
};

/**
 * Sends claimed messages. Until all are sent, it says every quarter of a second that this server is alive; a message that no
 * server speaks for is taken over by another. The answer names the messages that are still needed: somebody may have
 * answered the order, and then the others are stopped.
 */
export function sendingAlerts({ alerts, send, clock, log }: SendingAlertsOptions) {
  const sending = new Map<string, { stop: AbortController; done: Promise<void> }>();
  const turn = pLimit(MOST_AT_ONCE);
  let renewing: NodeJS.Timeout | undefined;
  const failedTo = (error: unknown) => log.error({ err: error }, 'an alert is late; it is tried again');

  async function sendOne(alert: ClaimedAlert, signal: AbortSignal): Promise<void> {
    try {
      const receipt = signal.aborted ? null : await send(alert, signal);
      const { state, why } = outcomeOf(receipt, signal.aborted);
      await alerts.settle(alert.id, state, why, clock.now());
      log.info({ event: 'alert', alertId: alert.id, outletId: alert.outlet_id, state, why });
    } catch (error) {
      failedTo(error);
    } finally {
      sending.delete(alert.id);
      if (sending.size === 0) {
        clearInterval(renewing);
        renewing = undefined;
      }
    }
  }

  async function renew(): Promise<void> {
    const asked = [...sending.keys()];
    const needed = await alerts.renew(asked, new Date(clock.now().getTime() + HELD_MS));
    for (const id of asked) if (!needed.has(id)) sending.get(id)?.stop.abort();
  }

  return {
    /** Sends these, except what screens learn by themselves. */
    add(claimed: readonly ClaimedAlert[]): void {
      for (const alert of claimed) {
        if (alert.target.startsWith('screen')) continue;
        const stop = new AbortController();
        sending.set(alert.id, { stop, done: turn(() => sendOne(alert, stop.signal)) });
      }
      if (sending.size > 0)
        renewing ??= setInterval(() => void renew().catch(failedTo), RENEW_EVERY_MS).unref();
    },
    /** Resolves once nothing is being sent. */
    async settled(): Promise<void> {
      await Promise.all([...sending.values()].map(({ done }) => done));
    },
  };
}

function outcomeOf(receipt: Receipt | null, stopped: boolean) {
  if (receipt?.delivered) return { state: 'delivered', why: null } as const;
  return stopped || !receipt
    ? ({ state: 'stopped', why: null } as const)
    : ({ state: 'failed', why: receipt.why } as const);
}
