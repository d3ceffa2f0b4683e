import { Printer } from 'lucide-react';
import type { Order } from '#shared/api/orders.ts';
import { Button } from '../ui/button.tsx';
import { PrintChip } from './print-chip.tsx';
import { usePrintReceipt, usePrintTicket } from './use-print.ts';
import styles from './print-buttons.module.css';

/** Prints an order by hand, and shows the progress. */
export function PrintButtons({ order }: { order: Order }) {
  const printTicket = usePrintTicket();
  return (
    <div className={styles.buttons}>
      <Button onClick={() => printTicket(order)}>
        <Printer aria-hidden="true" />
        Print ticket
      </Button>
      <PrintReceipt order={order} />
      <PrintChip orderId={order.id} />
    </div>
  );
}

export function PrintReceipt({ order }: { order: Order }) {
  const printReceipt = usePrintReceipt(order.outletId);
  return (
    <Button disabled={!printReceipt} onClick={() => void printReceipt?.(order)}>
      <Printer aria-hidden="true" />
      Print receipt
    </Button>
  );
}
