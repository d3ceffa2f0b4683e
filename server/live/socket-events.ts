import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { silentReasons } from '#shared/base/hearing.ts';
import { readScreenName } from '#shared/base/screen-name.ts';
import {
  MOST_REPORTS,
  seenStages,
  type ConnectOutletReply,
  type HeartbeatReply,
  type OrderSeen,
  type OrderSeenReply,
  type ScreenState,
} from '#shared/api/live.ts';
import type { Clock } from '../core/clock.ts';
import { outletRoom, outletsOf, type OutletSocket } from './outlet-socket.ts';
import type { WatchingScreens } from './watching-screens.ts';

export type SocketEventsOptions = {
  /** The outlet's count of changes; null if it is not the seller's. */
  feedSeq(sellerId: string, outletId: string): Promise<number | null>;
  /** The same for an outlet that the socket watches already; rejects within 3 s if the database does not answer. */
  heartbeatSeq(outletId: string): Promise<number | null>;
  /** Stores a socket's report about an order of the outlet that it watches; false if there is no such order. */
  orderSeen(outletId: string, report: OrderSeen): Promise<boolean>;
  screens: WatchingScreens;
  clock: Clock;
  log: FastifyBaseLogger;
};

/** The outlet's id, or an object that contains it: clients of both kinds exist. */
const connectOutletPayload = z.union([
  z.string().min(1).max(64),
  z.object({ outletId: z.string().min(1).max(64) }).transform((outlet) => outlet.outletId),
]);

/** An id as this server makes them, without characters that a database cannot store. */
const plainId = z.string().regex(/^[\w-]{1,64}$/);
const orderSeenPayload = z.object({ orderId: plainId, stage: z.enum(seenStages) });
/** Longer lists are refused unread; entries that are no reports are skipped. */
const ordersSeenPayload = z.array(orderSeenPayload.nullable().catch(null)).max(MOST_REPORTS);

const heartbeatPayload: z.ZodType<ScreenState> = z.object({
  screenId: plainId,
  screenName: z
    .string()
    .max(200)
    .transform(readScreenName)
    .refine((name) => name !== null),
  // A newer page may send a reason that this server does not know; it still means that the page cannot sound.
  silent: z
    .enum(silentReasons)
    .or(
      z
        .string()
        .regex(/^[a-z-]{1,40}$/)
        .transform(() => 'audio-failed' as const),
    )
    .nullable(),
});

type Unavailable = { ok: false; error: 'UNAVAILABLE' };

/** Handles the events of an authenticated socket. */
export function socketEvents({ feedSeq, heartbeatSeq, orderSeen, screens, clock, log }: SocketEventsOptions) {
  const serverTime = () => clock.now().toISOString();

  function answer<Reply>(
    work: Promise<Reply>,
    acknowledge: unknown,
    failed: (error: unknown) => void = () => undefined,
  ): void {
    const reply =
      typeof acknowledge === 'function' ? (acknowledge as (reply: Reply | Unavailable) => void) : () => {};
    work.then(reply).catch((error: unknown) => {
      failed(error);
      reply({ ok: false, error: 'UNAVAILABLE' });
    });
  }
  const logged = (event: string) => (error: unknown) => log.error({ err: error }, `${event} failed`);

  /** A socket watches one outlet: a new one replaces the last. */
  async function watch(socket: OutletSocket, payload: unknown): Promise<ConnectOutletReply> {
    const { caller } = socket.data;
    const outletId = connectOutletPayload.safeParse(payload).data;
    if (outletId === undefined || (await feedSeq(caller.id, outletId)) === null)
      return { ok: false, error: 'NOT_FOUND' };
    // Without an await in between, so that two concurrent calls cannot both find nothing to leave.
    const left = outletsOf(socket).filter((id) => id !== outletId);
    await Promise.all([...left.map((id) => socket.leave(outletRoom(id))), socket.join(outletRoom(outletId))]);
    screens.watches(socket.id, outletId);
    // Read after joining: every later change arrives as an event.
    const seq = (await feedSeq(caller.id, outletId)) ?? 0;
    return { ok: true, seq, serverTime: serverTime(), heartbeat: true, ordersSeen: true };
  }

  async function beat(socket: OutletSocket, payload: unknown): Promise<HeartbeatReply> {
    const state = heartbeatPayload.safeParse(payload).data;
    if (!state || !screens.said(socket.id, state)) return { ok: false, error: 'INVALID' };
    const [outletId] = outletsOf(socket);
    const seq = outletId === undefined ? null : await heartbeatSeq(outletId);
    return { ok: true, seq, serverTime: serverTime() };
  }

  /** Only orders of the outlet that the socket watches, which belongs to its seller. */
  async function report(socket: OutletSocket, payload: unknown): Promise<OrderSeenReply> {
    const told = orderSeenPayload.safeParse(payload).data;
    if (!told) return { ok: false, error: 'INVALID' };
    const [outletId] = outletsOf(socket);
    if (outletId === undefined || !(await orderSeen(outletId, told)))
      return { ok: false, error: 'NOT_FOUND' };
    return { ok: true };
  }

  async function reportAll(socket: OutletSocket, payload: unknown): Promise<OrderSeenReply> {
    const told = ordersSeenPayload.safeParse(payload).data?.filter((one) => one !== null);
    if (!told) return { ok: false, error: 'INVALID' };
    const [outletId] = outletsOf(socket);
    if (outletId === undefined) return { ok: false, error: 'NOT_FOUND' };
    await Promise.all(told.map((one) => orderSeen(outletId, one)));
    return { ok: true };
  }

  return {
    serve(socket: OutletSocket): void {
      socket.on('connect-outlet', (payload: unknown, acknowledge: unknown) =>
        answer(watch(socket, payload), acknowledge, logged('connect-outlet')),
      );
      // A failure is logged once for all screens.
      socket.on('heartbeat', (payload: unknown, acknowledge: unknown) =>
        answer(beat(socket, payload), acknowledge),
      );
      socket.on('order-seen', (payload: unknown, acknowledge: unknown) =>
        answer(report(socket, payload), acknowledge, logged('order-seen')),
      );
      socket.on('orders-seen', (payload: unknown, acknowledge: unknown) =>
        answer(reportAll(socket, payload), acknowledge, logged('orders-seen')),
      );
    },
  };
}
