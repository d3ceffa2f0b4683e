import { BellOff } from 'lucide-react';
import { useUnattendedQuery } from '../api/api-slice.ts';
import styles from './nobody-listens.module.css';

/** Shown for an outlet that trades while nobody would hear an order. */
export function NobodyListens({ outletId }: { outletId: string }) {
  const { data } = useUnattendedQuery();
  if (!data?.outlets.some(({ id }) => id === outletId)) return null;
  return (
    <p className={styles.chip} role="status">
      <BellOff aria-hidden="true" size={16} />
      Live, but no till is listening
    </p>
  );
}
