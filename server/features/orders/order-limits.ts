import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import type { Database, Statement } from '../../database/database.ts';
import { lateRefusal } from '../../http/limit-requests.ts';
import { tooManyAttempts, type Refusal } from '../../http/refusal.ts';
import type { Charge, Counters } from '../../limits/counters.ts';
import type { Limits } from '../../limits/limits.ts';
import { NoTurn, turnsOfEach } from '../../limits/turns.ts';
import { cardWaves } from './card-waves.ts';

/** Points that a decline adds to the limits of declines; a paid order takes some off. */
const DECLINED = 5;
const PAID = -1;
/** How long a result of "no declines lately" is cached; another server may count one meanwhile. */
const CLEAN_MS = 1_000;
/** How long a network's first payment at an outlet is not stored again. */
const STANDING_MS = 60 * 60_000;
/** The `retryAfter` in seconds when too many orders are waiting. */
const COME_BACK = 10;

/** Whom an order counts for: a keyed hash of the network, the outlet, and the card if the provider is remote. */
export type Placing = { placedFrom: string; outletId: string; card: string | null };

const countWaiting: Statement = {
  name: 'count_waiting_orders',
  sql: `
select count(*) filter (where placed_from = $1)::int as network, count(*) filter (where outlet_id = $2)::int as outlet
from orders where status = 'payment_working'`,
};

export type OrderLimitsOptions = {
  database: Database;
  counters: Counters;
  limits: Limits;
  clock: Clock;
  log: FastifyBaseLogger;
};
export type OrderLimits = ReturnType<typeof orderLimits>;

/**
 * Keeps strangers from testing stolen cards on a seller's account without stopping a full house. A decline costs many
 * points and a paid order earns some back, so that it does not matter how many guests share an address, only how many
 * of their cards are good.
 */
export function orderLimits({ database, counters, limits, clock, log }: OrderLimitsOptions) {
  const asking = turnsOfEach(limits['cards-asked-network'].most, limits['cards-waiting-network'].most);
  /** Subjects without any counted decline, so that most orders of a busy house need no query. */
  const clean = new LRUCache<string, true>({ max: 10_000, ttl: CLEAN_MS });
  const waves = cardWaves(limits, clock);
  const standing = standings(counters);

  return {
    /**
     * Places an order in its network's turn, unless the network, card or outlet had too many declines lately. Whether
     * this order is declined is unknown until `place` ends, so a network may have only a few at once.
     */
    async inTurn<Result>(
      placing: Placing,
      place: (declinedLately: boolean) => Promise<Result>,
    ): Promise<Result | Refusal> {
      try {
        return await asking.run(placing.placedFrom, async () => {
          const { placedFrom, outletId, card } = placing;
          const name = `${placedFrom} ${outletId} ${card}`;
          const { wait, counted } = clean.has(name) ? spotless : await lookAt(counters, placing);
          if (!counted) clean.set(name, true);
          if (wait !== null) return tooManyAttempts(wait);
          // Without a remote provider a decline costs no more than a paid order.
          if (card !== null && waves.isOn() && !(await standing.hasPaid(placedFrom)))
            await waves.turn(outletId);
          return place(counted);
        });
      } catch (error) {
        if (error instanceof NoTurn) return lateRefusal(COME_BACK);
        throw error;
      }
    },

    tooManyWaiting: (placing: Placing) => tooManyWaiting(database, limits, placing),
    givingUp: (placedFrom: string) => givingUp(counters, placedFrom),

    async declined(placing: Placing): Promise<void> {
      waves.count(DECLINED);
      await counted(charges(placing, DECLINED));
      clean.clear();
    },
    async paid(placing: Placing): Promise<void> {
      waves.count(PAID);
      const unnoted = standing.unnoted(placing);
      if (await counted([...charges(placing, PAID), ...unnoted.map(standingOf)])) standing.note(unnoted);
    },
  };

  /** False if it could not be counted: the order stands by then, so that its guest is answered all the same. */
  async function counted(costs: Charge[]): Promise<boolean> {
    try {
      await counters.add(costs);
      return true;
    } catch (error) {
      log.warn({ err: error, event: 'order-not-counted' });
      return false;
    }
  }
}

/** A refusal if too many orders are waiting for their customers' banks. */
async function tooManyWaiting(
  database: Database,
  limits: Limits,
  { placedFrom, outletId }: Placing,
): Promise<Refusal | null> {
  const [row] = await database.run<{ network: number; outlet: number }>(countWaiting, [placedFrom, outletId]);
  const full =
    row && (row.network >= limits['unpaid-network'].most || row.outlet >= limits['unpaid-outlet'].most);
  return full ? tooManyAttempts(COME_BACK) : null;
}

/** A refusal if a network has used up too many keys without an order: each leaves a row that nobody pays for. */
async function givingUp(counters: Counters, placedFrom: string): Promise<Refusal | null> {
  const wait = await counters.take([{ limit: 'given-up-network', subject: placedFrom }]);
  return wait === null ? null : tooManyAttempts(wait);
}

/** Networks that have paid lately, at an outlet or at any. */
function standings(counters: Counters) {
  /** Those that this server has stored. */
  const noted = new LRUCache<string, true>({ max: 10_000, ttl: STANDING_MS });
  return {
    /** The subjects to store for a paid order. */
    unnoted: (placing: Placing) =>
      [atOutlet(placing), placing.placedFrom].filter((subject) => !noted.has(subject)),
    note(subjects: string[]): void {
      for (const subject of subjects) noted.set(subject, true);
    },
    hasPaid: async (placedFrom: string): Promise<boolean> =>
      noted.has(placedFrom) || (await counters.look([standingOf(placedFrom)])).counted,
  };
}

const spotless = { wait: null, counted: false };

const ofTheirOwn = ({ placedFrom, card }: Placing, cost: number): Charge[] => [
  { limit: 'declines-network', subject: placedFrom, cost },
  ...(card === null ? [] : [{ limit: 'declines-card', subject: card, cost } as const]),
];
const ofOutlet = ({ outletId }: Placing, cost: number): Charge[] => [
  { limit: 'declines-outlet', subject: outletId, cost },
];
/** Further limits for networks without a paid order, which apply once the outlet's own limit is reached. */
const ofStrangers = ({ placedFrom, outletId }: Placing, cost: number): Charge[] => [
  { limit: 'declines-stranger', subject: placedFrom, cost },
  ...ofAllStrangers({ outletId }, cost),
];
const ofAllStrangers = ({ outletId }: Pick<Placing, 'outletId'>, cost: number): Charge[] => [
  { limit: 'declines-outlet-strangers', subject: outletId, cost },
];
const charges = (placing: Placing, cost: number): Charge[] =>
  [ofTheirOwn, ofOutlet, ofStrangers].flatMap((of) => of(placing, cost));
const standingOf = (subject: string): Charge => ({ limit: 'paid-network', subject });
const atOutlet = ({ placedFrom, outletId }: Placing) => `${placedFrom} ${outletId}`;

/** How long to wait before this card may be asked about; null: at once. */
async function lookAt(
  counters: Counters,
  placing: Placing,
): Promise<{ wait: number | null; counted: boolean }> {
  const [own, outlet] = await Promise.all([
    counters.look(ofTheirOwn(placing, DECLINED)),
    counters.look(ofOutlet(placing, DECLINED)),
  ]);
  const counted = own.counted || outlet.counted;
  if (own.wait !== null || outlet.wait === null) return { wait: own.wait, counted };
  // Cards are being tested at this outlet, perhaps from many networks: guests who have paid there before may go on.
  if ((await counters.look([standingOf(atOutlet(placing))])).counted) return { wait: null, counted };
  return { wait: await waitOfStranger(counters, placing), counted };
}

async function waitOfStranger(counters: Counters, placing: Placing): Promise<number | null> {
  const { placedFrom, outletId } = placing;
  const own = await counters.look([{ limit: 'declines-stranger', subject: placedFrom, cost: DECLINED }]);
  if (own.wait !== null) return own.wait;
  const all = await counters.look(ofAllStrangers(placing, DECLINED));
  return all.wait === null ? null : counters.take([{ limit: 'orders-outlet-strangers', subject: outletId }]);
}
