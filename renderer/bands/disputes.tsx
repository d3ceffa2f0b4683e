import { Gavel } from 'lucide-react';
import { useState } from 'react';
import type { Dispute } from '#shared/api/payouts.ts';
import { useDisputesQuery } from '../api/api-slice.ts';
import { failureOf } from '../api/failure.ts';
import { useZone } from '../orders/use-zone.ts';
import { useServices } from '../state/hooks.ts';
import { Button } from '../ui/button.tsx';
import { saveFile } from '../ui/save-file.ts';
import { evidencePage } from './dispute-evidence.ts';
import { disputeWords, isToAnswer } from './dispute-words.ts';
import styles from './disputes.module.css';

/** Payments that customers' banks took back or ask about and that can still be answered, each with its deadline. */
export function DisputesBand() {
  // A server without this call has no disputes to show.
  const { data } = useDisputesQuery(undefined, { refetchOnMountOrArgChange: true });
  const open = data?.disputes.filter(isToAnswer) ?? [];
  if (open.length === 0) return null;
  return (
    <section className={styles.disputes} aria-label="Disputes">
      {open.map((dispute) => (
        <OpenDispute key={dispute.id} dispute={dispute} />
      ))}
    </section>
  );
}

function OpenDispute({ dispute }: { dispute: Dispute }) {
  const { order } = dispute;
  const zone = useZone(order?.outletId ?? '');
  const { title, advice } = disputeWords(dispute, order ? zone : undefined);
  return (
    <div className={styles.dispute} role="alert">
      <Gavel aria-hidden="true" />
      <div>
        <p className={styles.title}>{title}</p>
        <p>{advice}</p>
      </div>
      {order && <EvidenceButton dispute={dispute} orderId={order.id} outletId={order.outletId} />}
    </div>
  );
}

type EvidenceButtonProps = { dispute: Dispute; orderId: string; outletId: string };

function EvidenceButton({ dispute, orderId, outletId }: EvidenceButtonProps) {
  const { client } = useServices();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function save(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      const [order, outlet] = await Promise.all([
        client.call('GET /sellers/orders/:orderId', { params: { orderId } }),
        client.call('GET /sellers/outlets/:outletId', { params: { outletId } }),
      ]);
      saveFile(`evidence-order-${order.orderNumber}.html`, evidencePage(dispute, order, outlet), 'text/html');
    } catch (error) {
      setFailure(failureOf(error).message);
    }
    setBusy(false);
  }
  return (
    <div>
      <Button busy={busy} onClick={() => void save()}>
        Save evidence
      </Button>
      {failure !== null && <p role="alert">{failure}</p>}
    </div>
  );
}
