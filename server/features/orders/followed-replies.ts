import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import type { RepeatedChore } from '../../core/repeated-chore.ts';
import { reportedChore, type ChoreReports } from '../../core/reported-chore.ts';
import type { EventStream, StreamedEvent } from '../../http/event-stream.ts';
import { notFound, type Refusal } from '../../http/refusal.ts';
import type { SharedReply } from '../../http/shared-reply.ts';
import type { TakePlace } from '../../limits/places.ts';
import { followingStream } from './following-stream.ts';

/** A page that is open. */
export type Follower<Body> = {
  onChange(reply: SharedReply<Body>): void;
  /** There is nothing to follow any more. */
  onGone(): void;
  /** Nothing more will be told. */
  onEnd(): void;
};

export type FollowedRepliesOptions<Body> = ChoreReports & {
  /** What is followed, by its outlet: the same object while it is the same. Null if there is none. */
  read(outletId: string): Promise<SharedReply<Body> | null>;
  takePlace: TakePlace;
  /** The chore's name, and what the log says of a failed run. */
  name: string;
  failure: string;
  /** How often changes are looked for, in ms. */
  everyMs: number;
  /** If followers are told again what has not changed, how often, in ms: then they can tell silence from a cut line. */
  again?: { clock: Clock; afterMs: number };
};

/** A full house is told in so many turns, so that not all of its pages read anew, or are written to, at once. */
const TURNS = 15;
const LEAST_IN_TURN = 20;
const BETWEEN_TURNS_MS = 20;

async function inTurns<T>(all: readonly T[], each: (one: T) => void): Promise<void> {
  const atOnce = Math.max(LEAST_IN_TURN, Math.ceil(all.length / TURNS));
  for (let next = 0; next < all.length; next += atOnce) {
    if (next > 0) await wait(BETWEEN_TURNS_MS);
    for (const one of all.slice(next, next + atOnce)) each(one);
  }
}

/** What a follower was told last, and when; null: nothing yet. */
type Told<Body> = { reply: SharedReply<Body> | null; at: number };

type Followers<Body> = Map<Follower<Body>, Told<Body>>;

/** The open pages, by what they follow. */
function followersOf<Body>({ read, again }: Pick<FollowedRepliesOptions<Body>, 'read' | 'again'>) {
  const byOutlet = new Map<string, Followers<Body>>();
  let isOver = false;
  const now = () => again?.clock.now().getTime() ?? 0;
  /** Whether a follower is to be told the reply; not one that has left. */
  const isDue = (reply: SharedReply<Body>, told: Told<Body> | undefined) =>
    told !== undefined && (told.reply !== reply || now() - told.at >= (again?.afterMs ?? Infinity));

  async function look(outletId: string): Promise<void> {
    const followers = byOutlet.get(outletId);
    if (!followers) return;
    // Who comes while it is read may have read a newer one.
    const asking = [...followers.keys()];
    const reply = await read(outletId);
    if (!reply) return asking.forEach((follower) => follower.onGone());
    const due = (follower: Follower<Body>) => isDue(reply, followers.get(follower));
    await inTurns(asking.filter(due), (follower) => {
      if (!due(follower)) return;
      followers.set(follower, { reply, at: now() });
      follower.onChange(reply);
    });
  }

  return {
    has: (outletId: string) => byOutlet.has(outletId),
    lookAtAll: () => Promise.all([...byOutlet.keys()].map(look)),

    /**
     * Tells the follower the reply, if it is known, and what it changes to until the returned function is called. One to
     * whom nothing was told yet is told at the next look. One that comes after the end of all is ended too.
     */
    add(outletId: string, reply: SharedReply<Body> | null, follower: Follower<Body>): () => void {
      const followers = byOutlet.get(outletId) ?? (new Map() as Followers<Body>);
      byOutlet.set(outletId, followers.set(follower, { reply, at: now() }));
      if (reply) follower.onChange(reply);
      if (isOver) follower.onEnd();
      return () => {
        followers.delete(follower);
        if (followers.size === 0 && byOutlet.get(outletId) === followers) byOutlet.delete(outletId);
      };
    },

    endAll(): void {
      isOver = true;
      for (const followers of byOutlet.values()) for (const { onEnd } of followers.keys()) onEnd();
    },
  };
}

/** Tells open pages of guests when what they show of their outlet changes: at the next look. */
export function followedReplies<Body>({ read, takePlace, again, ...chored }: FollowedRepliesOptions<Body>) {
  const followers = followersOf({ read, ...(again && { again }) });

  const chore = reportedChore({
    ...chored,
    async run() {
      await followers.lookAtAll();
      return false;
    },
  });

  return {
    follow: followers.add,

    /**
     * A stream of events for one more page, or why there is none. Nothing is read for it where the outlet is followed
     * already: thousands of pages may be opened at once.
     */
    async stream<Data>(
      outletId: string,
      network: string,
      eventOf: (reply: SharedReply<Body>) => StreamedEvent<Data>,
    ): Promise<EventStream<Data> | Refusal> {
      const isFollowed = followers.has(outletId);
      const reply = isFollowed ? null : await read(outletId);
      if (!isFollowed && !reply) return notFound();
      return followingStream(takePlace, `${network} ${chored.name}`, ({ send, end }) =>
        followers.add(outletId, reply, {
          onChange: (changed) => send(eventOf(changed)),
          onGone: end,
          onEnd: end,
        }),
      );
    },

    chore: {
      look: chore.look,
      async stop() {
        await chore.stop();
        followers.endAll();
      },
    } satisfies RepeatedChore,
  };
}
