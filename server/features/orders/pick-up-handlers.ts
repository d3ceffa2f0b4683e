import type { PickUp } from '#shared/api/pick-up.ts';
import { EventStream } from '../../http/event-stream.ts';
import { lateRefusal } from '../../http/limit-requests.ts';
import { notFound } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import { followedReplies, type FollowedRepliesOptions } from './followed-replies.ts';
import { pickUpVersion, type ReadPickUp } from './pick-ups.ts';

/** When a screen for which there is no room may try to follow again, in seconds; it asks meanwhile. */
const TOO_MANY_FOLLOW = 30;
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

    async 'GET /customers/outlets/:outletId/pick-up/events'({ params: { outletId }, network }) {
      const pickUp = await readPickUp(outletId);
      if (!pickUp) return notFound();
      const leave = followed.enter(network);
      if (!leave) return lateRefusal(TOO_MANY_FOLLOW);
      return new EventStream(
        ({ send, end }) =>
          followed.follow(outletId, pickUp, {
            onChange: (changed) => send({ id: pickUpVersion(changed), data: changed.body }),
            onGone: end,
            onEnd: end,
          }),
        leave,
      );
    },
  };
}
