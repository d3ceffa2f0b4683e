/** How often a pending order rings again, in ms. */
export const RING_EVERY_MS = 5_000;

/** The least time between two strikes of the bell, in ms, however many orders arrive. */
export const STRIKES_APART_MS = 700;

/**
 * How often to check whether an expired order may leave, in ms. Timers count in 32 bits, so none is set for more than
 * a day.
 */
const ASK_AGAIN_MS = 1_000;
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/** An order that must ring, and in how many ms it expires; null if unknown. */
export type RingingOrder = { orderId: string; expiresInMs: number | null };

/**
 * A process's clock and timers. `now` is in ms and does not jump with the computer's clock; `after` returns a
 * function that cancels it.
 */
export type Timers = { now(): number; after(ms: number, then: () => void): () => void };

export type RingOptions = {
  timers: Timers;
  /** Sounds once for these orders; never called with none. */
  strike: (orderIds: readonly string[]) => void;
  /** Called when the set of orders changes: it was set, or one expired. */
  changed?: (orderIds: readonly string[]) => void;
  /**
   * Whether an expired order leaves the set. Not while the caller that sets it has the server's current state: a
   * computer's clock may be wrong, and an order that still waits must not fall silent.
   */
  dropsExpired?: () => boolean;
};

/** Rings while the set of orders is not empty: at once for each order that joins, and every 5 s. */
export function ring({ timers, strike, changed, dropsExpired = () => false }: RingOptions) {
  /** When each order expires, on the timers' clock. */
  let ringing = new Map<string, number>();
  let struckAt = -Infinity;
  let cancelStrike = () => {};
  let cancelExpiry = () => {};

  function strikeIn(ms: number): void {
    cancelStrike();
    cancelStrike = timers.after(ms, strikeNow);
  }

  function strikeNow(): void {
    struckAt = timers.now();
    strikeIn(RING_EVERY_MS);
    strike([...ringing.keys()]);
  }

  function become(next: Map<string, number>): void {
    let joined = false;
    let first = Infinity;
    next.forEach((expiresAt, orderId) => {
      joined ||= !ringing.has(orderId);
      first = Math.min(first, expiresAt);
    });
    ringing = next;
    lookAtExpiryIn(first - timers.now());
    changed?.([...ringing.keys()]);
    if (ringing.size === 0) cancelStrike();
    else if (joined) {
      const wait = struckAt + STRIKES_APART_MS - timers.now();
      if (wait > 0) strikeIn(wait);
      else strikeNow();
    }
  }

  function lookAtExpiryIn(ms: number): void {
    cancelExpiry();
    if (ms < Infinity) cancelExpiry = timers.after(Math.min(Math.max(0, ms), LONGEST_WAIT_MS), dropExpired);
  }

  function dropExpired(): void {
    const now = timers.now();
    if (dropsExpired()) become(new Map([...ringing].filter(([, expiresAt]) => expiresAt > now)));
    else lookAtExpiryIn(ASK_AGAIN_MS);
  }

  return {
    set(orders: readonly RingingOrder[]): void {
      const now = timers.now();
      const next = new Map<string, number>();
      for (const { orderId, expiresInMs } of orders) next.set(orderId, now + (expiresInMs ?? Infinity));
      become(next);
    },
  };
}
