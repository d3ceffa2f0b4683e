import { LRUCache } from 'lru-cache';
import { readTogether } from '../database/read-together.ts';
import { SharedReply } from './shared-reply.ts';

/** `stamp` is another one once what is read is anything else. */
export type Stamped = { stamp: string };

export type StampedReadsOptions<Key, State extends Stamped, Body extends object> = {
  nameOf(key: Key): string;
  /** What is asked for as it stands, by its names; it should cost a small part of a `read`. */
  look(keys: Key[]): Promise<ReadonlyMap<string, State>>;
  read(key: Key, state: State): Promise<Body | null>;
  /** What a body takes of `most`, which are kept in memory. */
  sizeOf(body: Body): number;
  most: number;
};

/**
 * Replies that are asked for time and again and are mostly as they were: each is read, checked and written out again only
 * once it has changed, whichever server changed it. Null where there is nothing of that name.
 */
export function stampedReads<Key, State extends Stamped, Body extends object>({
  nameOf,
  look,
  read,
  sizeOf,
  most,
}: StampedReadsOptions<Key, State, Body>): (key: Key) => Promise<SharedReply<Body> | null> {
  const stateOf = readTogether(nameOf, look);
  const kept = new LRUCache<string, { stamp: string; reply: SharedReply<Body> }>({
    maxSize: most,
    sizeCalculation: ({ reply }) => Math.max(1, sizeOf(reply.body)),
  });
  return async (key) => {
    const state = await stateOf(key);
    if (!state) return null;
    const name = nameOf(key);
    const before = kept.get(name);
    if (before?.stamp === state.stamp) return before.reply;
    // Read after the stamp: what changes in between gets another stamp, and is read again.
    const body = await read(key, state);
    if (body === null) return null;
    const reply = new SharedReply(body);
    kept.set(name, { stamp: state.stamp, reply });
    return reply;
  };
}
