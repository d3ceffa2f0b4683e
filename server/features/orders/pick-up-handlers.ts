import type { PickUp } from '#shared/api/pick-up.ts';
import { notFound } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import { followedReplies, type FollowedRepliesOptions } from './followed-replies.ts';
import { pickUpVersion, type ReadPickUp } from './pick-ups.ts';

/** A screen that heard nothing for longer has lost its line. */
const AGAIN_MS = 10_000;

export type FollowedPickUps = ReturnType<typeof followedPickUps>;

type FollowedPickUpsOptions = Pick<
  FollowedRepliesOptions<PickUp>,
  'read' | 'takePlace' | 'everyMs' | 'log' | 'onRun'
> & {
  clock: NonNullable<FollowedRepliesOptions<PickUp>['again']>['clock'];
};

/** Tells open pick-up screens what there is to be collected: at the next look, and now and then if nothing changed. */
export function followedPickUps({ clock, ...options }: FollowedPickUpsOptions) {
  return followedReplies({
    ...options,
    name: 'followed-pick-ups',
    failure: 'changes could not be told to pick-up screens; it is tried again',
    again: { clock, afterMs: AGAIN_MS },
  });
}

type PickUpHandlers = Pick<
  RouteHandlers,
  'GET /customers/outlets/:outletId/pick-up' | 'GET /customers/outlets/:outletId/pick-up/events'
>;

/** The calls of pick-up screens. */
export function pickUpHandlers(readPickUp: ReadPickUp, followed: FollowedPickUps): PickUpHandlers {
  return {
    async 'GET /customers/outlets/:outletId/pick-up'({ params: { outletId } }) {
      return (await readPickUp(outletId)) ?? notFound();
    },

    'GET /customers/outlets/:outletId/pick-up/events': ({ params: { outletId }, network }) =>
      followed.stream(outletId, network, (pickUp) => ({ id: pickUpVersion(pickUp), data: pickUp.body })),
  };
}
