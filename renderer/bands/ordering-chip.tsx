import { BellOff, CirclePause } from 'lucide-react';
import type { Ordering } from '#shared/api/ordering.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import { TimeLeft } from '../orders/time-left.tsx';
import { Chip } from '../ui/chip.tsx';
import { NobodyListens } from './nobody-listens.tsx';
import styles from './ordering-chip.module.css';

/** Shown for an outlet that trades and takes no orders: why, and for how long. */
export function OrderingChip({ outlet }: { outlet: Pick<Outlet, 'id' | 'ordering'> }) {
  const { ordering } = outlet;
  if (!ordering) return <NobodyListens outletId={outlet.id} />;
  if (ordering.state === 'unattended')
    return (
      <p role="status">
        <Chip colour="late" Icon={BellOff}>
          Not taking orders: no screen can ring
        </Chip>
      </p>
    );
  if (ordering.state !== 'paused') return null;
  return (
    <p role="status">
      <Chip colour="late" Icon={CirclePause} wraps>
        <span>Paused{whyPaused(ordering)}</span>
        {ordering.until !== undefined && <TimeLeft until={ordering.until} className={styles.left} />}
      </Chip>
    </p>
  );
}

/** `: Kitchen is full (Bar till)` */
export const whyPaused = ({ reason, screenName }: Ordering): string =>
  `${reason === undefined ? '' : `: ${reason}`}${screenName === undefined ? '' : ` (${screenName})`}`;
