import type { Printer } from '#shared/print/printer.ts';
import { useAppSelector } from '../../state/hooks.ts';
import { selectFeeds } from '../../state/orders-slice.ts';
import { outletQuery } from '../../state/queries.ts';
import type { RootState } from '../../state/store.ts';
import { Check } from '../../ui/check.tsx';

/** The stations of all watched outlets; the outlet's name stands with each if there are several. */
function useStations(): { id: string; name: string }[] {
  const json = useAppSelector((state: RootState) => {
    const feeds = selectFeeds(state);
    const found = feeds.flatMap(({ outletId, outletName }) =>
      (outletQuery(outletId)(state).data?.stations?.list ?? []).map(({ id, name }) => ({
        id,
        name: feeds.length > 1 ? `${name}, ${outletName}` : name,
      })),
    );
    // As text, so that it is the same while nothing has changed.
    return JSON.stringify(found);
  });
  return JSON.parse(json) as { id: string; name: string }[];
}

type PrinterStationsProps = {
  /** By id; undefined for all lines of an order. */
  chosen: readonly string[] | undefined;
  onChange: (stationIds: string[] | undefined) => void;
};

/** Chooses the stations whose lines are on a printer's tickets; nothing where there are no stations. */
export function PrinterStations({ chosen, onChange }: PrinterStationsProps) {
  const stations = useStations();
  if (stations.length === 0) return null;
  // Those of outlets that this screen does not watch now stay chosen.
  const prints = chosen ?? [];
  const toggle = (id: string) => {
    const next = prints.includes(id) ? prints.filter((other) => other !== id) : [...prints, id];
    onChange(next.length === 0 ? undefined : next);
  };
  return (
    <div role="group" aria-label="Tickets of">
      <p className="field-hint">Tickets of these stations alone; of all lines if none is chosen</p>
      {stations.map(({ id, name }) => (
        <Check key={id}>
          <input type="checkbox" checked={prints.includes(id)} onChange={() => toggle(id)} />
          {name}
        </Check>
      ))}
    </div>
  );
}

/** Says which stations' lines a printer prints, if not all. */
export function TicketsOf({ stationIds }: Pick<Printer, 'stationIds'>) {
  const stations = useStations();
  const named = stations.filter(({ id }) => stationIds?.includes(id));
  if (named.length === 0) return null;
  return <p className="row-note">Tickets of {named.map(({ name }) => name).join(' and ')} alone</p>;
}

/** The printer for these stations; undefined for all lines. */
export function forStations(
  { stationIds: _before, ...printer }: Printer,
  stationIds: string[] | undefined,
): Printer {
  return stationIds === undefined ? printer : { ...printer, stationIds };
}
