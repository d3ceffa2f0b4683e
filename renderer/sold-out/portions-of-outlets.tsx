import { useOutletsQuery } from '../api/api-slice.ts';
import { PortionsLeft } from './portions-left.tsx';

/** How many are left of an item at each outlet that sells it. */
export function PortionsOfOutlets({
  catalogId,
  item,
}: {
  catalogId: string;
  item: { id: string; name: string };
}) {
  const { data: outlets = [] } = useOutletsQuery();
  const sellers = outlets.filter((outlet) => outlet.catalogId === catalogId);
  return sellers.map(({ id, name }) => (
    <PortionsLeft key={id} outletId={id} outletName={sellers.length > 1 ? name : undefined} item={item} />
  ));
}
