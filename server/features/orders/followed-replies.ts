import type { Clock } from '../../core/clock.ts';
import type { RepeatedChore } from '../../core/repeated-chore.ts';
import { reportedChore, type ChoreReports } from '../../core/reported-chore.ts';
import type { SharedReply } from '../../http/shared-reply.ts';
import type { TakePlace } from '../../limits/places.ts';
import { followingPlace } from './following-place.ts';

/** A page that is open. */
export type Follower<Body> = {
  onChange(reply: SharedReply<Body>): void;
  /** There is nothing to follow any more. */
  onGone?(): void;
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

type Told<Body> = { reply: SharedReply<Body>; at: number };

/** Tells open pages of guests when what they show of their outlet changes: at the next look. */
export function followedReplies<Body>({ read, takePlace, again, ...chored }: FollowedRepliesOptions<Body>) {
  const byOutlet = new Map<string, Map<Follower<Body>, Told<Body>>>();
  const now = () => again?.clock.now().getTime() ?? 0;

  async function look(outletId: string): Promise<void> {
    const reply = await read(outletId);
    const followers = byOutlet.get(outletId);
    if (!followers) return;
    for (const [follower, told] of followers) {
      if (!reply) {
        follower.onGone?.();
        continue;
      }
      if (told.reply === reply && now() - told.at < (again?.afterMs ?? Infinity)) continue;
      followers.set(follower, { reply, at: now() });
      follower.onChange(reply);
    }
  }

  const chore = reportedChore({
    ...chored,
    async run() {
      await Promise.all([...byOutlet.keys()].map(look));
      return false;
    },
  });

  return {
    /** Takes a place for a follower; null if there is no room. The result gives it back. */
    enter: (network: string) => followingPlace(takePlace, `${network} ${chored.name}`),

    /** Tells the follower the reply as it was read, and what it changes to until the returned function is called. */
    follow(outletId: string, reply: SharedReply<Body>, follower: Follower<Body>): () => void {
      const followers = byOutlet.get(outletId) ?? new Map<Follower<Body>, Told<Body>>();
      byOutlet.set(outletId, followers.set(follower, { reply, at: now() }));
      follower.onChange(reply);
      return () => {
        followers.delete(follower);
        if (followers.size === 0 && byOutlet.get(outletId) === followers) byOutlet.delete(outletId);
      };
    },

    chore: {
      look: chore.look,
      async stop() {
        await chore.stop();
        for (const followers of byOutlet.values()) for (const { onEnd } of followers.keys()) onEnd();
      },
    } satisfies RepeatedChore,
  };
}
