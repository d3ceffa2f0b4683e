import { EventStream } from '../../http/event-stream.ts';
import { lateRefusal } from '../../http/limit-requests.ts';
import type { Refusal } from '../../http/refusal.ts';
import type { Held, TakePlace } from '../../limits/places.ts';

/** When a page for which there is no place may try to follow again, in seconds; it polls meanwhile. */
const TOO_MANY_FOLLOW = 30;

/**
 * A stream of events for a page that follows something live, or why there is none: it takes a place among all of its
 * network that follow the like, and among all of the server.
 * @param follows names its network, and what it follows
 */
export async function followingStream<Data>(
  takePlace: TakePlace,
  follows: string,
  subscribe: EventStream<Data>['subscribe'],
  ...further: Held[]
): Promise<EventStream<Data> | Refusal> {
  const leave = takePlace([
    { limit: 'following-network', subject: follows },
    { limit: 'following', subject: '' },
    ...further,
  ]);
  return leave ? new EventStream(subscribe, leave) : lateRefusal(TOO_MANY_FOLLOW);
}
