import { BellOff } from 'lucide-react';
import { useUnattendedQuery } from '../api/api-slice.ts';
import { Chip } from '../ui/chip.tsx';

/** Shown for an outlet that trades while nobody would hear an order. */
export function NobodyListens({ outletId }: { outletId: string }) {
  const { data } = useUnattendedQuery();
  if (!data?.outlets.some(({ id }) => id === outletId)) return null;
  return (
    <p role="status">
      <Chip colour="late" Icon={BellOff}>
        Live, but no till is listening
      </Chip>
    </p>
  );
}
