import type { FastifyBaseLogger } from 'fastify';
import type { RepeatedChore } from '../core/repeated-chore.ts';
import { within } from '../core/within.ts';
import { fairTurns, type TurnsOptions } from '../limits/turns.ts';
import { failed, SEND_WITHIN_MS, type Receipt } from './sender.ts';

/** While messages are being sent: how often that is said, and how long it is believed. */
export const RENEW_EVERY_MS = 250;
const HELD_MS = 2_000;
/** After this time a sender that has not settled is given up: above what it may take, below what a stop may take. */
const GIVEN_UP_MS = SEND_WITHIN_MS + 1_000;
/** Between two tries of a message. */
const TRY_AGAIN_MS = 5_000;
const MOST_AT_ONCE = 50;
/** Of one seller: a receiver that takes a message and never answers keeps its place for seconds. */
const AT_ONCE_EACH = 10;
const anyNumberWaits: TurnsOptions = {
  atOnce: MOST_AT_ONCE,
  atOnceEach: AT_ONCE_EACH,
  mostWaiting: Number.POSITIVE_INFINITY,
  mostWaitingEach: Number.POSITIVE_INFINITY,
};
/** What waits for its turn beyond that is better claimed later, or by another server. */
export const MOST_HELD = 500;
/** The same of one seller, whose messages may be slow to send: then there is room for others' still. */
export const MOST_HELD_EACH = 100;

/** Claims are timed by the database's clock: those of its servers may differ by more than a claim is believed. */
const fromNow = (ms: number) => `clock_timestamp() + interval '${ms} ms'`;
/** SQL: until when the claim of a server is believed that says now that it is alive. */
export const heldUntil = fromNow(HELD_MS);
/** SQL: when a message is tried again. */
export const tryAt = fromNow(TRY_AGAIN_MS);
/** SQL: whether nobody speaks for a claim any more. The database's clock may have been set back since it was made. */
export const isLeft = (held: string) =>
  `(${held} < statement_timestamp() or ${held} > statement_timestamp() + interval '${2 * TRY_AGAIN_MS} ms')`;

/** What became of a message. `isGone`: nobody will be reached there any more. */
export type Outcome = { state: 'delivered' | 'failed' | 'stopped'; why: string | null; isGone: boolean };

/** A message, and the seller for whose outlet it is sent. */
type Message = { id: string; seller_id: string };

export type SendingClaimedOptions<Claimed extends Message> = {
  /** Says that this server still sends these messages; returns those that still should be. */
  renew(ids: string[]): Promise<Set<string>>;
  send(claimed: Claimed, signal: AbortSignal): Promise<Receipt>;
  settle(claimed: Claimed, outcome: Outcome): Promise<void>;
  /** What the log says of a message that could not be settled. */
  failure: string;
  log: FastifyBaseLogger;
};

/**
 * Sends messages that were claimed in the database. Until all are sent, it says every quarter of a second that this server
 * is alive; a message that no server speaks for is taken over by another. The answer names the messages that are still
 * needed: what has become untrue meanwhile is stopped. Sellers take turns.
 */
export function sendingClaimed<Claimed extends Message>(options: SendingClaimedOptions<Claimed>) {
  const { renew, send, settle, failure, log } = options;
  const sending = new Map<string, { stop: AbortController; done: Promise<void> }>();
  const turns = fairTurns(anyNumberWaits);
  let renewing = false;
  const failedTo = (error: unknown) => log.error({ err: error }, failure);

  async function sendOne(claimed: Claimed, signal: AbortSignal): Promise<void> {
    try {
      const receipt = signal.aborted ? null : await sentOrGivenUp(send(claimed, signal), signal);
      await settle(claimed, outcomeOf(receipt, signal.aborted));
    } catch (error) {
      failedTo(error);
    } finally {
      sending.delete(claimed.id);
    }
  }

  /** One after the other: a database that is slow to answer is not asked more often for it. */
  async function keepRenewing(): Promise<void> {
    if (renewing) return;
    renewing = true;
    while (sending.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, RENEW_EVERY_MS).unref());
      if (sending.size > 0) await renewAll().catch(failedTo);
    }
    renewing = false;
  }

  async function renewAll(): Promise<void> {
    const asked = [...sending.keys()];
    const needed = await renew(asked);
    for (const id of asked) if (!needed.has(id)) sending.get(id)?.stop.abort();
  }

  return {
    add(all: readonly Claimed[]): void {
      for (const claimed of all) {
        // What was not renewed in time may be claimed again by the server that is sending it.
        if (sending.has(claimed.id)) continue;
        const stop = new AbortController();
        sending.set(claimed.id, {
          stop,
          done: turns.run(claimed.seller_id, () => sendOne(claimed, stop.signal)),
        });
      }
      void keepRenewing();
    },
    /** How many more messages may be claimed now. */
    room: () => Math.max(0, MOST_HELD - sending.size),
    /** Resolves once nothing is being sent. */
    async settled(): Promise<void> {
      await Promise.all([...sending.values()].map(({ done }) => done));
    },
  };
}

/** A sender that never settles keeps neither its place nor the end of the server waiting. Null: it was stopped. */
function sentOrGivenUp(sent: Promise<Receipt>, signal: AbortSignal): Promise<Receipt | null> {
  const stopped = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  return within(GIVEN_UP_MS, Promise.race([sent, stopped]), () => failed('It did not answer in time.'));
}

/** A chore that claims messages; a look, and its end, also wait until what was claimed has been sent. */
export function alsoSending(
  claiming: RepeatedChore,
  { settled }: { settled(): Promise<void> },
): RepeatedChore {
  return {
    async look() {
      await claiming.look();
      await settled();
    },
    async stop() {
      await claiming.stop();
      await settled();
    },
  };
}

function outcomeOf(receipt: Receipt | null, stopped: boolean): Outcome {
  if (receipt?.delivered) return { state: 'delivered', why: null, isGone: false };
  return stopped || !receipt
    ? { state: 'stopped', why: null, isGone: false }
    : { state: 'failed', why: receipt.why, isGone: receipt.isGone ?? false };
}
