import type { Order, OrderItem } from '../api/orders.ts';
import type { Station } from '../api/stations.ts';
import type { Lapse } from '../base/lapses.ts';
import { standInsFor, stationsOf, stationsOfLines } from '../orders/stations.ts';
import { clip, type PrintDocument } from './document.ts';
import type { DuePrint } from './jobs.ts';
import { kitchenTicket, type TicketPart } from './order-documents.ts';
import type { Printer } from './printer.ts';

type ForStations = Pick<Printer, 'id' | 'stationIds'>;

/** One ticket of an order, and the printer that it is for; without one, every printer that takes tickets. */
export type Ticket = { printerId: string | null; document: PrintDocument } & Pick<
  DuePrint,
  'stationIds' | 'handedFrom' | 'handsOver' | 'madeAt'
>;

/**
 * The tickets of an order on these printers: of all its lines, or where printers are for stations, on each of those
 * what its stations make. A printer whose stations are gone prints all lines, as one without stations does, and one
 * whose stations make nothing of the order prints nothing.
 */
export function ticketsOf(
  order: Order,
  printers: readonly ForStations[],
  stations: readonly Station[],
  outletName: string | null,
  zone?: string,
): Ticket[] {
  const idsOf = ({ stationIds = [] }: ForStations) =>
    stationIds.filter((id) => stations.some((station) => station.id === id));
  const whole = () => ({
    document: kitchenTicket(order, outletName, zone),
    ...(stations.length > 0 && { madeAt: madeAt(order.items, stations) }),
  });
  if (printers.every((printer) => idsOf(printer).length === 0)) return [{ printerId: null, ...whole() }];
  return printers.flatMap((printer) => {
    const ids = idsOf(printer);
    if (ids.length === 0) return [{ printerId: printer.id, ...whole() }];
    const part = partOf(order.items, ids, stations);
    if (part.items.length === 0) return [];
    const document = kitchenTicket(order, outletName, zone, part);
    return [
      {
        printerId: printer.id,
        document,
        stationIds: ids,
        madeAt: madeAt(part.items, stations),
        ...(stations.length > 1 && { handsOver: true }),
      },
    ];
  });
}

/** How long before a lapse an order may have come whose ticket the station did not print any more, in ms. */
const UNPRINTED_MS = 15_000;
/** How long after it was last heard a station may have printed, in ms: it is heard every second. */
const PRINTED_MS = 2_000;

type Handed = {
  order: Order;
  printers: readonly ForStations[];
  stations: readonly Station[];
  lapses: readonly Lapse[];
  /** When the order came to the moment at which it prints. */
  at: number;
  outletName: string | null;
  zone?: string | undefined;
};

/**
 * The tickets that these printers print for stations that cannot: of the lines that are not on their own tickets. Each
 * says for which station it is, and if that may have printed its own.
 */
export function handedTickets({ order, printers, stations, lapses, at, outletName, zone }: Handed): Ticket[] {
  const unable = lapses.filter(({ prints }) => !prints);
  const lapsed = new Set(unable.map(({ stationId }) => stationId));
  return unable.flatMap(({ stationId, why, since }) => {
    const station = stations.find(({ id }) => id === stationId);
    // An unwatched station's `since` is the start of the latest screen, and says nothing of what came before.
    const wasPrinted = why !== 'unwatched' && at < Date.parse(since) - UNPRINTED_MS;
    if (!station || wasPrinted) return [];
    const by = standInsFor(station, stations, lapsed).filter(({ id }) => !lapsed.has(id));
    return printers.flatMap((printer): Ticket[] => {
      const { stationIds = [] } = printer;
      if (!by.some(({ id }) => stationIds.includes(id)) || stationIds.includes(stationId)) return [];
      const items = order.items.filter((line) => {
        const own = stationsOf(line, stations);
        return own.includes(station) && !own.some(({ id }) => stationIds.includes(id));
      });
      if (items.length === 0) return [];
      const part = { title: station.name, items, elsewhere: [] };
      const ticket = kitchenTicket(order, outletName, zone, part);
      const marks = [
        `FOR ${station.name.toUpperCase()}`,
        ...(at < Date.parse(since) + PRINTED_MS ? ['MAY BE A DUPLICATE'] : []),
      ].map((text) => ({ kind: 'mark' as const, text: clip(text) }));
      return [
        {
          printerId: printer.id,
          document: { ...ticket, blocks: [...marks, ...ticket.blocks] },
          handedFrom: stationId,
        },
      ];
    });
  });
}

/** What the named stations make of an order, and what is made elsewhere alone. */
function partOf(
  items: readonly OrderItem[],
  ids: readonly string[],
  stations: readonly Station[],
): TicketPart {
  const isHere = (line: OrderItem) => stationsOf(line, stations).some(({ id }) => ids.includes(id));
  const others = items.filter((line) => !isHere(line));
  return {
    title: namesOf(stations.filter(({ id }) => ids.includes(id))),
    items: items.filter(isHere),
    elsewhere: stations
      .map((station) => ({
        name: station.name,
        items: others.filter((line) => stationsOf(line, stations).includes(station)),
      }))
      .filter((at) => at.items.length > 0),
  };
}

const madeAt = (items: readonly OrderItem[], stations: readonly Station[]) =>
  stationsOfLines(items, stations).map(({ id }) => id);

const namesOf = (stations: readonly Station[]) => stations.map(({ name }) => name).join(' + ');
