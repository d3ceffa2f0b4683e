import { Printer } from 'lucide-react';
import type { Order } from '#shared/api/orders.ts';
import { Button } from '../ui/button.tsx';
import { PrintChip } from './print-chip.tsx';
import { usePrintOrder } from './use-print.ts';
import './print.css';

/** Puts an order on paper by hand, and says how far it is. */
export function PrintButtons({ order }: { order: Order }) {
  const { printTicket } = usePrintOrder(order.outletId);
  return (
    <div className="print-buttons">
      <Button onClick={() => void printTicket(order)}>
        <Printer aria-hidden="true" />
        Print ticket
      </Button>
      <PrintReceipt order={order} />
      <PrintChip orderId={order.id} />
    </div>
  );
}

export function PrintReceipt({ order }: { order: Order }) {
  const { printReceipt } = usePrintOrder(order.outletId);
  return (
    <Button disabled={!printReceipt} onClick={() => void printReceipt?.(order)}>
      <Printer aria-hidden="true" />
      Print receipt
    </Button>
  );
}
