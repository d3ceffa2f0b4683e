import type { OutletAtStations } from '#shared/api/live.ts';
import { printsFor } from '#shared/print/printer.ts';
import { selectFeeds } from '../../state/orders-slice.ts';
import { outletQuery } from '../../state/queries.ts';
import type { RootState, Services } from '../../state/store.ts';
import { selectView } from '../../state/view-slice.ts';

/** What this screen shows and prints of each watched outlet that trades and has stations. */
export function stationsOfScreen(
  state: RootState,
  platform: Pick<Services['platform'], 'printing'>,
): OutletAtStations[] {
  const { stations: chosen = {} } = selectView(state);
  return selectFeeds(state).flatMap(({ outletId }): OutletAtStations[] => {
    const { data: outlet } = outletQuery(outletId)(state);
    const ids = (outlet?.stations?.list ?? []).map(({ id }) => id);
    if (ids.length === 0 || outlet?.availability !== 'open') return [];
    const shows = ids.find((id) => id === chosen[outletId]) ?? null;
    return [{ outletId, shows, ...printedBy(platform, outletId, ids) }];
  });
}

/** The stations whose tickets come out of this till's printers by themselves, and those of which none can print. */
function printedBy(
  platform: Pick<Services['platform'], 'printing'>,
  outletId: string,
  ids: readonly string[],
): Pick<OutletAtStations, 'prints' | 'cannotPrint'> {
  const { settings, printers } = platform.printing();
  const tickets = settings.printers.filter(
    (printer) =>
      ['arrival', 'acceptance'].includes(printer.documents.ticket.when) && printsFor(printer, outletId),
  );
  const works = ({ id }: { id: string }) =>
    !printers.some(({ printerId, problem }) => printerId === id && problem !== null);
  const of = (some: typeof tickets) =>
    ids.filter((id) => some.some(({ stationIds }) => stationIds?.includes(id)));
  const prints = of(tickets.filter(works));
  return { prints, cannotPrint: of(tickets).filter((id) => !prints.includes(id)) };
}
