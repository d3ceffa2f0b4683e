import type { Printer } from '#shared/print/printer.ts';
import { OutletMark } from '../../orders/outlet-tag.tsx';
import { useAppSelector } from '../../state/hooks.ts';
import { selectFeeds } from '../../state/orders-slice.ts';
import { Check } from '../../ui/check.tsx';

type PrinterOutletsProps = {
  /** By id; undefined for all. */
  chosen: readonly string[] | undefined;
  onChange: (outletIds: string[] | undefined) => void;
};

/** Chooses whose orders a printer prints; nothing if this screen watches one outlet. */
export function PrinterOutlets({ chosen, onChange }: PrinterOutletsProps) {
  const feeds = useAppSelector(selectFeeds);
  if (feeds.length < 2) return null;
  const all = feeds.map(({ outletId }) => outletId);
  const prints = chosen ?? all;

  function toggle(id: string) {
    const next = prints.includes(id) ? prints.filter((other) => other !== id) : [...prints, id];
    onChange(all.every((one) => next.includes(one)) ? undefined : next);
  }

  return (
    <div role="group" aria-label="Prints for">
      <p className="field-hint">Prints for</p>
      {feeds.map(({ outletId, outletName }, place) => (
        <Check key={outletId}>
          <input
            type="checkbox"
            checked={prints.includes(outletId)}
            // The last one: a printer for nobody would be none.
            disabled={prints.length === 1 && prints.includes(outletId)}
            onChange={() => toggle(outletId)}
          />
          <OutletMark place={place} name={outletName} />
        </Check>
      ))}
    </div>
  );
}

/** Says whose orders a printer prints, if not those of all outlets. */
export function PrintsFor({ outletIds }: { outletIds: readonly string[] | undefined }) {
  const feeds = useAppSelector(selectFeeds);
  if (outletIds === undefined) return null;
  const named = feeds.filter(({ outletId }) => outletIds.includes(outletId));
  const names = named.map(({ outletName }) => outletName).join(', ');
  return <p className="row-note">Only for {names || 'outlets that this screen does not watch'}</p>;
}

/** The printer for these outlets; undefined for all. */
export function forOutlets(
  { outletIds: _before, ...printer }: Printer,
  outletIds: string[] | undefined,
): Printer {
  return outletIds === undefined ? printer : { ...printer, outletIds };
}
