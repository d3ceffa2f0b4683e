import { Ban } from 'lucide-react';
import { useState } from 'react';
import type { OrderItem } from '#shared/api/orders.ts';
import { UNDO_MS } from '../../state/pressing-slice.ts';
import { Button } from '../../ui/button.tsx';
import { lateDialog } from '../../ui/late.tsx';
import { usePassing } from '../../ui/use-passing.ts';
import styles from './order-detail.module.css';

const LineSoldOutDialog = lateDialog(
  'Sold out',
  async () => (await import('../../sold-out/line-sold-out-dialog.tsx')).LineSoldOutDialog,
);

/** In an order's line: marks what it contains as sold out, and for 5 s takes that back. */
export function LineSoldOut({ outletId, line }: { outletId: string; line: OrderItem }) {
  const [isAsked, setAsked] = useState(false);
  const [undo, setUndo] = usePassing<{ run: () => Promise<void> }>(UNDO_MS);
  return (
    <div className={styles.soldOutPlace}>
      {undo && (
        <Button
          aria-label={`Undo for ${line.name}`}
          onClick={() => {
            setUndo(null);
            void undo.run();
          }}
        >
          Undo
        </Button>
      )}
      <Button
        tone="quiet"
        className={styles.soldOut}
        aria-label={`Sold out: ${line.name}`}
        title="Mark as sold out"
        aria-haspopup="dialog"
        onClick={() => setAsked(true)}
      >
        <Ban aria-hidden="true" />
      </Button>
      {isAsked && (
        <LineSoldOutDialog
          outletId={outletId}
          line={line}
          onMarked={(run) => setUndo({ run })}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  );
}
