import { BellRing } from 'lucide-react';
import { Link } from 'react-router';
import type { Alarm } from '#shared/api/escalation.ts';
import { placeOf } from '../orders/place-of.ts';
import { useZone } from '../orders/use-zone.ts';
import { Band } from '../ui/band.tsx';
import { buttonClass } from '../ui/button.tsx';
import { formatClock } from '../ui/times.ts';
import styles from './unattended.module.css';

/** Shown on every screen of the seller while nobody has seen an order, and during a drill. */
export function AlarmsBand({ alarms }: { alarms: readonly Alarm[] }) {
  const outlets = new Set(alarms.filter(({ drill }) => !drill).map(({ outletId }) => outletId));
  return (
    <>
      {alarms
        .filter(({ drill }) => drill)
        .map(({ id, outletName }) => (
          <Band key={id} className={`${styles.unattended} ${styles.screens}`} role="status">
            <BellRing aria-hidden="true" />
            <p>This is a test of {outletName}: every screen rings. Nothing is to be made.</p>
          </Band>
        ))}
      {[...outlets].map((outletId) => (
        <UnseenBand key={outletId} unseen={alarms.filter((one) => !one.drill && one.outletId === outletId)} />
      ))}
    </>
  );
}

function UnseenBand({ unseen }: { unseen: readonly Alarm[] }) {
  const [oldest] = unseen;
  const zone = useZone(oldest?.outletId ?? '');
  if (!oldest) return null;
  const { outletId, outletName, orderNumber, since } = oldest;
  return (
    <Band className={styles.unattended} role="alert">
      <BellRing aria-hidden="true" />
      <p>
        {unseen.length === 1
          ? `Nobody has seen order ${orderNumber}, ${placeOf(oldest)}, at ${outletName}. It came at ${formatClock(since, zone)}.`
          : `Nobody has seen ${unseen.length} orders at ${outletName}. The first came at ${formatClock(since, zone)}.`}
      </p>
      <Link
        className={`${buttonClass()} ${styles.button}`}
        to={`/outlets/${outletId}/trading-session`}
        aria-label={`Open ${outletName}`}
      >
        Open
      </Link>
    </Band>
  );
}
