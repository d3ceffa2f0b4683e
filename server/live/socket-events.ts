import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { silentReasons } from '#shared/base/hearing.ts';
import type { Lapse } from '#shared/base/lapses.ts';
import { stationStages } from '#shared/base/station-stages.ts';
import { readScreenName } from '#shared/base/screen-name.ts';
import {
  MOST_OUTLETS,
  MOST_REPORTS,
  type AtStations,
  type AtStationsReply,
  type ConnectOutletReply,
  type ConnectOutletsReply,
  type HeartbeatReply,
  type OrderSeen,
  type OrderSeenReply,
  type ScreenState,
} from '#shared/api/live.ts';
import { id } from '#shared/api/fields.ts';
import { MOST_STATIONS } from '#shared/api/stations.ts';
import type { Clock } from '../core/clock.ts';
import { outletRoom, outletsOf, type OutletSocket } from './outlet-socket.ts';
import type { WatchingScreens } from './watching-screens.ts';

/** What a screen reports of an order; `on` is the screen's name, or the printer's. */
export type SeenReport = Pick<OrderSeen, 'orderId' | 'stage' | 'stations'> & { on: string | null };

export type SocketEventsOptions = {
  /** The outlet's count of changes; null if it is not the seller's. */
  feedSeq(sellerId: string, outletId: string): Promise<number | null>;
  /** The same for an outlet that the socket watches already; rejects within 3 s if the database does not answer. */
  heartbeatSeq(outletId: string): Promise<number | null>;
  /** Stores a socket's report about an order of the outlet that it watches; false if there is no such order. */
  orderSeen(outletId: string, report: SeenReport): Promise<boolean>;
  /** A screen says what it shows and prints of its outlets' stations; which of these have lapsed, by outlet. */
  atStations(report: AtStations): Promise<Record<string, Lapse[]>>;
  screens: WatchingScreens;
  clock: Clock;
  log: FastifyBaseLogger;
};

const outletIdPayload = z.string().min(1).max(64);
/** The outlet's id, or an object that contains it: clients of both kinds exist. */
const connectOutletPayload = z.union([
  outletIdPayload,
  z.object({ outletId: outletIdPayload }).transform((outlet) => outlet.outletId),
]);
const connectOutletsPayload = z
  .array(outletIdPayload)
  .min(1)
  .max(MOST_OUTLETS)
  .transform((ids) => [...new Set(ids)]);

/** An id as this server makes them, without characters that a database cannot store. */
const plainId = z.string().regex(/^[\w-]{1,64}$/);
/** An id that a client made, of any characters that a database can store. */
const stationId = id.refine((text) => text.isWellFormed() && !text.includes('\0'));
const stationIds = z.array(stationId).max(MOST_STATIONS);
const orderSeenPayload = z.object({
  orderId: plainId,
  stage: z.enum(stationStages),
  outletId: plainId.optional(),
  stations: stationIds.optional(),
  by: z.string().max(200).optional(),
});
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

const atStationsPayload: z.ZodType<AtStations> = z.object({
  screenId: plainId,
  outlets: z
    .array(
      z.object({
        outletId: plainId,
        shows: stationId.nullable(),
        prints: stationIds,
        cannotPrint: stationIds,
      }),
    )
    .max(MOST_OUTLETS),
});

type Unavailable = { ok: false; error: 'UNAVAILABLE' };

/** What a screen may ask of this server. */
const knows = { heartbeat: true, ordersSeen: true, orderVersions: true } as const;

/** Handles the events of an authenticated socket. */
export function socketEvents(options: SocketEventsOptions) {
  const { feedSeq, heartbeatSeq, orderSeen, atStations, screens, clock, log } = options;
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

  /** Watches these outlets and no others; empty, and nothing changes, if none of them is the seller's. */
  async function watchThese(socket: OutletSocket, outletIds: string[]) {
    const { caller } = socket.data;
    const found = await Promise.all(outletIds.map((id) => feedSeq(caller.id, id)));
    const own = outletIds.filter((_id, index) => found[index] !== null);
    if (own.length === 0) return [];
    // Without an await in between, so that two concurrent calls cannot both find nothing to leave.
    const left = outletsOf(socket).filter((id) => !own.includes(id));
    await Promise.all([...left.map((id) => socket.leave(outletRoom(id))), socket.join(own.map(outletRoom))]);
    screens.watches(socket.id, own);
    // Read after joining: every later change arrives as an event.
    return Promise.all(
      own.map(async (outletId) => ({ outletId, seq: (await feedSeq(caller.id, outletId)) ?? 0 })),
    );
  }

  async function watch(socket: OutletSocket, payload: unknown): Promise<ConnectOutletReply> {
    const outletId = connectOutletPayload.safeParse(payload).data;
    const [watched] = outletId === undefined ? [] : await watchThese(socket, [outletId]);
    if (!watched) return { ok: false, error: 'NOT_FOUND' };
    return { ok: true, seq: watched.seq, serverTime: serverTime(), ...knows, several: true };
  }

  async function watchSeveral(socket: OutletSocket, payload: unknown): Promise<ConnectOutletsReply> {
    const outletIds = connectOutletsPayload.safeParse(payload).data;
    const outlets = outletIds === undefined ? [] : await watchThese(socket, outletIds);
    if (outlets.length === 0) return { ok: false, error: 'NOT_FOUND' };
    return { ok: true, outlets, serverTime: serverTime(), ...knows };
  }

  async function beat(socket: OutletSocket, payload: unknown): Promise<HeartbeatReply> {
    const state = heartbeatPayload.safeParse(payload).data;
    if (!state || !screens.said(socket.id, state)) return { ok: false, error: 'INVALID' };
    const outletIds = outletsOf(socket);
    const counts = await Promise.all(outletIds.map(heartbeatSeq));
    const seqs = Object.fromEntries(outletIds.map((id, index) => [id, counts[index] ?? null]));
    return {
      ok: true,
      seq: counts[0] ?? null,
      ...(outletIds.length > 1 && { seqs }),
      serverTime: serverTime(),
    };
  }

  async function station(socket: OutletSocket, payload: unknown): Promise<AtStationsReply> {
    const told = atStationsPayload.safeParse(payload).data;
    if (!told) return { ok: false, error: 'INVALID' };
    const watched = new Set(outletsOf(socket));
    const own = told.outlets.filter(({ outletId }) => watched.has(outletId));
    return { ok: true, lapses: await atStations({ ...told, outlets: own }) };
  }

  /** Stores a report on an order of an outlet that the socket watches, which belongs to its seller. */
  async function store(socket: OutletSocket, { outletId, by, ...told }: OrderSeen): Promise<boolean> {
    const watched = outletsOf(socket);
    const [only] = watched;
    const of = outletId ?? (watched.length === 1 ? only : undefined);
    const on = told.stage === 'printed' ? readScreenName(by ?? '') : screens.nameOf(socket.id);
    return of !== undefined && watched.includes(of) && orderSeen(of, { ...told, on });
  }

  async function report(socket: OutletSocket, payload: unknown): Promise<OrderSeenReply> {
    const told = orderSeenPayload.safeParse(payload).data;
    if (!told) return { ok: false, error: 'INVALID' };
    return (await store(socket, told)) ? { ok: true } : { ok: false, error: 'NOT_FOUND' };
  }

  async function reportAll(socket: OutletSocket, payload: unknown): Promise<OrderSeenReply> {
    const told = ordersSeenPayload.safeParse(payload).data?.filter((one) => one !== null);
    if (!told) return { ok: false, error: 'INVALID' };
    if (outletsOf(socket).length === 0) return { ok: false, error: 'NOT_FOUND' };
    await Promise.all(told.map((one) => store(socket, one)));
    return { ok: true };
  }

  return {
    serve(socket: OutletSocket): void {
      socket.on('connect-outlet', (payload: unknown, acknowledge: unknown) =>
        answer(watch(socket, payload), acknowledge, logged('connect-outlet')),
      );
      socket.on('connect-outlets', (payload: unknown, acknowledge: unknown) =>
        answer(watchSeveral(socket, payload), acknowledge, logged('connect-outlets')),
      );
      // A failure is logged once for all screens.
      socket.on('heartbeat', (payload: unknown, acknowledge: unknown) =>
        answer(beat(socket, payload), acknowledge),
      );
      socket.on('at-stations', (payload: unknown, acknowledge: unknown) =>
        answer(station(socket, payload), acknowledge),
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
