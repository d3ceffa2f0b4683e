import type { Order } from '#shared/api/orders.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import { allowance } from '#shared/base/allowance.ts';
import type { Lapse } from '#shared/base/lapses.ts';
import type { Platform } from '#shared/host/platform.ts';
import { mayBeElsewhere, type DuePrint } from '#shared/print/jobs.ts';
import { reachedMoments, type ReachedMoment } from '#shared/print/by-itself.ts';
import { zoneOf } from '#shared/base/time-zones.ts';
import { customerReceipt } from '#shared/print/order-documents.ts';
import { handedTickets, ticketsOf, type Ticket } from '#shared/print/station-tickets.ts';
import type { PrintSettings } from '#shared/print/print-settings.ts';
import { orderedKinds, printsFor, type OrderedKind, type PrintMoment } from '#shared/print/printer.ts';
import { outletQuery } from '../state/queries.ts';
import type { AppStore, Services } from '../state/store.ts';
import { whenever } from '../state/whenever.ts';
import { selectFeedIds, selectFeeds, selectOrders, selectOutletName } from '../state/orders-slice.ts';
import { ticker } from '../orders/ticker.ts';
import { requestOf } from './use-print.ts';

/** How long others may still print for this screen's stations after it is heard again, in ms: they learn of it late. */
const BELIEVED_MS = 2_500;

/** Fewer than a till takes, also after a few reloads: what it refuses comes later. */
const PACE = { burst: 1_000, perSecond: 300 };
const REST_MS = 1_000;
/** When to tell again of what the host did not take, in ms. */
const TOLD_AGAIN_MS = 5_000;

/**
 * Reports each moment that an order of a watched outlet reaches, if a printer waits for it. The host decides
 * whether it prints: after a reload, a cut or a restart all moments are reported again.
 */
export function printByItself(store: AppStore, { platform, feed }: Services): () => void {
  const host = tellingOnce(platform, tellOfMoments);

  function tellOfMoments(): void {
    const { settings } = platform.printing();
    if (settings.printers.length === 0) return;
    const state = store.getState();
    const feeds = selectFeeds(state);
    const heardMs = (id: string) => feed.current?.heardMs(id) ?? null;
    // Those from before a cut may be over.
    const lapsesOf = (id: string) =>
      (heardMs(id) !== null && feeds.find(({ outletId }) => outletId === id)?.lapses) || [];
    const outlets = new Map(feeds.map(({ outletId }) => [outletId, outletQuery(outletId)(state).data]));
    for (const order of selectOrders(state))
      for (const { moment, at } of reachedMoments(order))
        for (const kind of kindsAt(settings, moment)) {
          const outletName = selectOutletName(state, order.outletId);
          const outlet = outlets.get(order.outletId);
          const due =
            kind === 'ticket'
              ? ticketsAt({ moment, at }, order, settings, outlet, lapsesOf(order.outletId), outletName)
              : receiptOf(kind, order, outlet, settings);
          for (const { printerId, document, ...handing } of due) {
            const key = [order.id, moment, kind, printerId, handing.handedFrom].join(' ');
            if (host.isTold(key)) continue;
            if (!host.mayTell()) return;
            const aged = agedAt(at);
            const isClosed = outlet?.availability !== 'open';
            const waited = !isClosed && aged.ageMs > (heardMs(order.outletId) ?? 0) - BELIEVED_MS;
            host.tell(key, {
              ...requestOf(order, document, outletName),
              moment,
              ...aged,
              ...handing,
              ...(waited && mayBeElsewhere(handing) && { waited }),
              ...(printerId !== null && { printerId }),
            });
          }
        }
  }

  const ends = [
    whenever(store, (state) => selectOrders(state), tellOfMoments),
    whenever(store, selectFeeds, tellOfMoments),
    whenever(store, selectFeedIds, (ids) => {
      const ends = ids.split('\n').map((outletId) => {
        const read = outletQuery(outletId);
        return whenever(store, (state) => read(state).data, tellOfMoments);
      });
      return () => ends.forEach((end) => end());
    }),
    platform.onPrintingChanged(tellOfMoments),
    host.end,
  ];
  return () => ends.forEach((end) => end());
}

/** Tells the host of each ticket once, at its pace; `again` is called when more may be told, or what was refused. */
function tellingOnce({ printByItself: print }: Pick<Platform, 'printByItself'>, again: () => void) {
  const told = new Set<string>();
  const isInPace = allowance(PACE, () => performance.now());
  const rest = restUntil(again, REST_MS);
  const refused = restUntil(again, TOLD_AGAIN_MS);
  return {
    isTold: (key: string): boolean => told.has(key),
    mayTell(): boolean {
      const may = isInPace();
      if (!may) rest.begin();
      return may;
    },
    tell(key: string, due: DuePrint): void {
      told.add(key);
      print(due).catch(() => {
        told.delete(key);
        refused.begin();
      });
    },
    end(): void {
      rest.end();
      refused.end();
    },
  };
}

/** One rest at a time, after which `then` is called. */
function restUntil(then: () => void, ms: number) {
  let ended = false;
  let resting: ReturnType<typeof setTimeout> | undefined;
  return {
    begin(): void {
      if (ended) return;
      resting ??= setTimeout(() => {
        resting = undefined;
        then();
      }, ms);
    },
    end(): void {
      ended = true;
      clearTimeout(resting);
    },
  };
}

/** If a server's times cannot be read, the moment counts as now. */
function agedAt(at: string): { at: string; ageMs: number } {
  const ageMs = Math.max(0, ticker.now() - Date.parse(at)) || 0;
  return { at: new Date(ticker.now() - ageMs).toISOString(), ageMs };
}

function kindsAt({ printers }: PrintSettings, moment: PrintMoment): OrderedKind[] {
  return orderedKinds.filter((kind) => printers.some(({ documents }) => documents[kind].when === moment));
}

/** None while it is unknown which stations the outlet of a station's printer has. */
function ticketsAt(
  { moment, at }: ReachedMoment,
  order: Order,
  { printers }: PrintSettings,
  outlet: Outlet | undefined,
  lapses: readonly Lapse[],
  outletName: string | null,
): Ticket[] {
  const those = printers.filter(
    (printer) => printer.documents.ticket.when === moment && printsFor(printer, order.outletId),
  );
  if (outlet === undefined && those.some(({ stationIds }) => stationIds !== undefined)) return [];
  const stations = outlet?.stations?.list ?? [];
  const zone = zoneOf(outlet);
  return [
    ...ticketsOf(order, those, stations, outletName, zone),
    ...handedTickets({ order, printers: those, stations, lapses, at: Date.parse(at), outletName, zone }),
  ];
}

/** None while it cannot be made yet, because it needs its outlet's address, and for what no order prints. */
const receiptOf = (
  kind: OrderedKind,
  order: Order,
  outlet: Outlet | undefined,
  { receipt }: PrintSettings,
): Ticket[] =>
  kind === 'receipt' && outlet?.id === order.outletId
    ? [{ printerId: null, document: customerReceipt(order, outlet, receipt) }]
    : [];
