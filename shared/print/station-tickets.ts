import type { Order, OrderItem } from '../api/orders.ts';
import type { Station } from '../api/stations.ts';
import { stationsOf } from '../orders/stations.ts';
import type { PrintDocument } from './document.ts';
import { kitchenTicket, type TicketPart } from './order-documents.ts';
import type { Printer } from './printer.ts';

type ForStations = Pick<Printer, 'id' | 'stationIds'>;

/** One ticket of an order, and the printer that it is for; without one, every printer that takes tickets. */
export type Ticket = { printerId: string | null; document: PrintDocument };

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
  const whole = () => kitchenTicket(order, outletName, zone);
  if (printers.every((printer) => idsOf(printer).length === 0))
    return [{ printerId: null, document: whole() }];
  return printers.flatMap((printer) => {
    const ids = idsOf(printer);
    if (ids.length === 0) return [{ printerId: printer.id, document: whole() }];
    const part = partOf(order.items, ids, stations);
    if (part.items.length === 0) return [];
    return [{ printerId: printer.id, document: kitchenTicket(order, outletName, zone, part) }];
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

const namesOf = (stations: readonly Station[]) => stations.map(({ name }) => name).join(' + ');
