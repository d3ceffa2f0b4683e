import { randomFrom } from '../samples/random-from.ts';

/** How often an event is lost, sent twice, or held back, from 0 to 1. */
export type Unreliable = { lost: number; doubled: number; delayed: number };

export type StripeEvent = { type: string; object: object };

/** Sends events as badly as a network may: it loses, doubles, delays and reorders them, the same for the same seed. */
export function unreliableEvents(seed: number, { lost, doubled, delayed }: Unreliable) {
  const random = randomFrom(seed);
  let soon: StripeEvent[] = [];
  let late: StripeEvent[] = [];

  const shuffled = (events: StripeEvent[]) =>
    events
      .map((event) => ({ event, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ event }) => event);

  return {
    post(type: string, object: object): void {
      // As it is now: a later change of the object is told by a later event.
      const event = { type, object: structuredClone(object) };
      if (random() < lost) return;
      const times = random() < doubled ? 2 : 1;
      for (let n = 0; n < times; n += 1) (random() < delayed ? late : soon).push(event);
    },
    /** What arrives now, in any order; what was held back before arrives with it. */
    arriving(): StripeEvent[] {
      const now = shuffled(soon);
      [soon, late] = [late, []];
      return now;
    },
  };
}
