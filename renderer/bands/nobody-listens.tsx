import { BellOff } from 'lucide-react';
import { useUnattendedQuery } from '../api/api-slice.ts';
import './unattended.css';

/** Said of an outlet that trades where nobody would hear an order (D33); nothing of any other. */
export function NobodyListens({ outletId }: { outletId: string }) {
  const { data } = useUnattendedQuery();
  if (!data?.outlets.some(({ id }) => id === outletId)) return null;
  return (
    <p className="nobody-listens" role="status">
      <BellOff aria-hidden="true" size={16} />
      Live, but no till is listening
    </p>
  );
}
