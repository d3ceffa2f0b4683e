import type { Station } from '../api/stations.ts';
import type { PrintJob } from './jobs.ts';
import type { Printer } from './printer.ts';

/** That a printer has printed an order's ticket for these stations. */
export type PrintedAt = { stations: string[]; on: string };

/**
 * What a till's printers have printed of an order's tickets. One that does not say whether it printed is named as not
 * confirmed.
 *
 * @param own the stations that make a line of the order
 */
export function printedAt(
  own: readonly Pick<Station, 'id'>[],
  jobs: readonly PrintJob[],
  printers: readonly Pick<Printer, 'id' | 'name' | 'stationIds'>[],
): PrintedAt[] {
  return jobs.flatMap(({ kind, state, printerId, handedFrom }): PrintedAt[] => {
    const printer = printers.find(({ id }) => id === printerId);
    if (kind !== 'ticket' || (state !== 'printed' && state !== 'sent') || !printer) return [];
    const wanted = handedFrom === undefined ? (printer.stationIds ?? []) : [handedFrom];
    const ids = own.map(({ id }) => id);
    const named = ids.filter((id) => wanted.includes(id));
    // A printer for no station, or for stations that are gone, has all lines on its ticket.
    const stations = named.length > 0 || handedFrom !== undefined ? named : ids;
    const on = state === 'sent' ? `${printer.name} (not confirmed)` : printer.name;
    return stations.length === 0 ? [] : [{ stations, on }];
  });
}
