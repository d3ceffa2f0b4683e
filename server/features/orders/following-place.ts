import type { Held, TakePlace } from '../../limits/places.ts';

/** When a page for which there is no place may try to follow again, in seconds; it polls meanwhile. */
export const TOO_MANY_FOLLOW = 30;

/**
 * Takes a place for a page that follows something live, among all of its network that follow the like, and among all of
 * the server.
 */
export function followingPlace(takePlace: TakePlace, network: string, ...further: Held[]) {
  return takePlace([
    { limit: 'following-network', subject: network },
    { limit: 'following', subject: '' },
    ...further,
  ]);
}
