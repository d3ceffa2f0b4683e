import { LRUCache } from 'lru-cache';
import type { Database, Statement } from '../../database/database.ts';
import { tooManyAttempts, type Refusal } from '../../http/refusal.ts';
import type { Charge, Counters } from '../../limits/counters.ts';
import type { Limits } from '../../limits/limits.ts';
import { fairTurns, NoTurn } from '../../limits/turns.ts';

/** In points of the limits of declines. */
const DECLINED = 5;
const PAID = -1;
/** How long it is taken for true that nothing was declined lately: another server may have heard otherwise since. */
const CLEAN_MS = 1_000;
/** How long a network's good standing is not written down again. */
const STANDING_MS = 60 * 60_000;
/** How long somebody waits before they ask again where too many orders wait, in seconds. */
const COME_BACK = 10;

/** Whose order it is: a keyed hash of their network, the outlet, and the card where the provider is elsewhere. */
export type Placing = { placedFrom: string; outletId: string; card: string | null };

const countWaiting: Statement = {
  name: 'count_waiting_orders',
  sql: `
select count(*) filter (where placed_from = $1)::int as network, count(*) filter (where outlet_id = $2)::int as outlet
from orders where status = 'payment_working'`,
};

export type OrderLimits = ReturnType<typeof orderLimits>;

/**
 * What keeps strangers from trying cards on a seller's account, and a full house ordering: declines cost much and orders
 * that are paid earn some of it back, so that the number of guests behind one address does not matter, only how many of
 * their cards are good.
 */
export function orderLimits(database: Database, counters: Counters, limits: Limits) {
  const asking = fairTurns({
    atOnce: Number.POSITIVE_INFINITY,
    atOnceEach: limits['cards-asked-network'].most,
    mostWaiting: Number.POSITIVE_INFINITY,
    mostWaitingEach: limits['cards-waiting-network'].most,
  });
  /** What nothing is counted of, so that most orders of a busy house are not looked up. */
  const clean = new LRUCache<string, true>({ max: 10_000, ttl: CLEAN_MS });
  /** Networks that have paid at an outlet, as far as this server has written it down. */
  const noted = new LRUCache<string, true>({ max: 10_000, ttl: STANDING_MS });

  return {
    /**
     * Places an order when it is the network's turn, where its cards and its outlet's were good enough lately. Until
     * `place` ends it is not known whether this one is, so a network has few at once.
     */
    async inTurn<Result>(
      placing: Placing,
      place: (declinedLately: boolean) => Promise<Result>,
    ): Promise<Result | Refusal> {
      try {
        return await asking.run(placing.placedFrom, async () => {
          const { placedFrom, outletId, card } = placing;
          const name = `${placedFrom} ${outletId} ${card}`;
          if (clean.has(name)) return place(false);
          const { wait, counted } = await lookAt(counters, placing);
          if (!counted) clean.set(name, true);
          return wait === null ? place(counted) : tooManyAttempts(wait);
        });
      } catch (error) {
        if (error instanceof NoTurn) return tooManyAttempts(COME_BACK);
        throw error;
      }
    },

    /** A refusal where too many orders wait for their customers' banks already. */
    async tooManyWaiting({ placedFrom, outletId }: Placing): Promise<Refusal | null> {
      const [row] = await database.run<{ network: number; outlet: number }>(countWaiting, [
        placedFrom,
        outletId,
      ]);
      const full =
        row && (row.network >= limits['unpaid-network'].most || row.outlet >= limits['unpaid-outlet'].most);
      return full ? tooManyAttempts(COME_BACK) : null;
    },

    async declined(placing: Placing): Promise<void> {
      await counters.add(charges(placing, DECLINED));
      clean.clear();
    },
    async paid(placing: Placing): Promise<void> {
      const name = `${placing.placedFrom} ${placing.outletId}`;
      const isNoted = noted.has(name);
      await counters.add([...charges(placing, PAID), ...(isNoted ? [] : [standing(placing)])]);
      noted.set(name, true);
    },
  };
}

const ofTheirOwn = ({ placedFrom, card }: Placing, cost: number): Charge[] => [
  { limit: 'declines-network', subject: placedFrom, cost },
  ...(card === null ? [] : [{ limit: 'declines-card', subject: card, cost } as const]),
];
const ofOutlet = ({ outletId }: Placing, cost: number): Charge[] => [
  { limit: 'declines-outlet', subject: outletId, cost },
];
/** What those without a paid order have to keep to as well, once the outlet's limit is reached. */
const ofStrangers = ({ placedFrom, outletId }: Placing, cost: number): Charge[] => [
  { limit: 'declines-stranger', subject: placedFrom, cost },
  { limit: 'declines-outlet-strangers', subject: outletId, cost },
];
const charges = (placing: Placing, cost: number): Charge[] =>
  [ofTheirOwn, ofOutlet, ofStrangers].flatMap((of) => of(placing, cost));
const standing = ({ placedFrom, outletId }: Placing): Charge => ({
  limit: 'paid-network',
  subject: `${placedFrom} ${outletId}`,
});

/** How long somebody has to wait before their card is asked about; null where it may be now. */
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
  // Somebody tries cards on this outlet, from however many networks: the guests who have paid there go on.
  if ((await counters.look([standing(placing)])).counted) return { wait: null, counted };
  return { wait: (await counters.look(ofStrangers(placing, DECLINED))).wait, counted };
}
