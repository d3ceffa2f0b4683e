import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { OrdersRepository } from './orders-repository.ts';
import type { paymentSteps } from './payment-steps.ts';
import type { transitions } from './transition.ts';

const KEYS_LIVE_MS = 24 * 60 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;

export type OrderChoresOptions = {
  orders: OrdersRepository;
  apply: ReturnType<typeof transitions>['apply'];
  payments: ReturnType<typeof paymentSteps>;
  clock: Clock;
  log: FastifyBaseLogger;
  /** How long to rest between looks, in ms. */
  everyMs: number;
};

/**
 * What happens to orders without anybody's asking: new ones expire (D27), the provider is asked again (D25), and old
 * idempotency keys are forgotten (D10). Everything due is read from the database, so it survives a restart; the
 * compare-and-set makes each happen once, however many servers look.
 */
export function orderChores({ orders, apply, payments, clock, log, everyMs }: OrderChoresOptions) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  let sweptAt = 0;

  async function expireDue(): Promise<void> {
    for (const id of await orders.expired(clock.now(), 200))
      await apply(() => orders.findAny(id), { kind: 'expire' }, null);
  }

  async function sweep(): Promise<void> {
    const now = clock.now().getTime();
    if (now - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = now;
    await orders.forgetKeysBefore(new Date(now - KEYS_LIVE_MS));
  }

  async function doAll(): Promise<void> {
    for (const chore of [expireDue, payments.settleDue, sweep]) {
      try {
        await chore();
      } catch (error) {
        log.error({ err: error }, 'an order chore failed; it is tried again');
      }
    }
  }

  /** One look now, after the one that runs; for whoever has just made something due. */
  function look(): Promise<void> {
    clearTimeout(timer);
    running = running.then(doAll).then(() => {
      if (!stopped) timer = setTimeout(() => void look(), everyMs);
    });
    return running;
  }

  return {
    look,
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
