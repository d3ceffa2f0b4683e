import { LRUCache } from 'lru-cache';
import { batchedRead } from '../database/batched-read.ts';
import { SharedReply, type WrittenEntries } from './shared-reply.ts';

/** `stamp` changes whenever the data behind it changes. */
export type Stamped = { stamp: string };

export type CachedRepliesOptions<Key, State extends Stamped, Body extends object> = {
  nameOf(key: Key): string;
  /** The current state of each key, by its name; it should cost a small part of a `read`. */
  look(keys: Key[]): Promise<ReadonlyMap<string, State>>;
  /**
   * @param before what was read last, if it is still cached; entries of a list that it returns again, the same objects,
   * are not written again
   */
  read(key: Key, state: State, before: Body | null): Promise<Body | null>;
  /** How much of `most` a cached body takes. */
  sizeOf(body: Body): number;
  most: number;
};

/**
 * Caches replies that are requested often and rarely change: each is read, validated and serialised again only after
 * a change, on whichever server, and once for all who ask meanwhile. Null if nothing has that key.
 */
export function cachedReplies<Key, State extends Stamped, Body extends object>({
  nameOf,
  look,
  read,
  sizeOf,
  most,
}: CachedRepliesOptions<Key, State, Body>): (key: Key) => Promise<SharedReply<Body> | null> {
  const stateOf = batchedRead(nameOf, look);
  const kept = new LRUCache<string, { stamp: string; reply: SharedReply<Body> }>({
    maxSize: most,
    sizeCalculation: ({ reply }) => Math.max(1, sizeOf(reply.body)),
  });
  const reading = new Map<string, Promise<SharedReply<Body> | null>>();
  const entries: WrittenEntries = new WeakMap();

  async function readNow(key: Key, state: State): Promise<SharedReply<Body> | null> {
    const name = nameOf(key);
    const body = await read(key, state, kept.get(name)?.reply.body ?? null);
    if (body === null) return null;
    const reply = new SharedReply(body, entries);
    kept.set(name, { stamp: state.stamp, reply });
    return reply;
  }

  return async (key) => {
    const state = await stateOf(key);
    if (!state) return null;
    const name = nameOf(key);
    const before = kept.get(name);
    if (before?.stamp === state.stamp) return before.reply;
    // Read after the stamp: a later change gets another stamp and is read again.
    const what = `${name} ${state.stamp}`;
    const now = reading.get(what) ?? readNow(key, state).finally(() => reading.delete(what));
    reading.set(what, now);
    return now;
  };
}
