import {
  Ban,
  Bell,
  CheckCheck,
  CircleCheck,
  CircleDot,
  Clock,
  LoaderCircle,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import type { Order } from '#shared/api/orders.ts';
import { formatPence } from '#shared/base/money.ts';
import { orderTitle, type OrderTitle } from '#shared/orders/reading.ts';
import { itemStatusLabels, type ItemStatus } from '#shared/base/order-statuses.ts';
import { Chip, type ChipColour } from '../ui/chip.tsx';

type Look = { Icon: LucideIcon; colour: ChipColour };

const orderLooks: Record<OrderTitle, Look> = {
  New: { Icon: Bell, colour: 'new' },
  Waiting: { Icon: Clock, colour: 'waiting' },
  'In Progress': { Icon: LoaderCircle, colour: 'working' },
  Complete: { Icon: CircleCheck, colour: 'ready' },
  Closed: { Icon: CheckCheck, colour: 'waiting' },
  Cancelled: { Icon: Ban, colour: 'late' },
  Expired: { Icon: Ban, colour: 'late' },
  'Refund Issued': { Icon: Undo2, colour: 'refunded' },
  'Awaiting payment': { Icon: Clock, colour: 'waiting' },
  'Payment failed': { Icon: Ban, colour: 'late' },
};

const itemLooks: Record<ItemStatus, Look> = {
  waiting: { Icon: Clock, colour: 'waiting' },
  working: { Icon: LoaderCircle, colour: 'working' },
  ready: { Icon: CircleDot, colour: 'ready' },
  complete: { Icon: CircleCheck, colour: 'ready' },
};

/** An order's status: icon, word and colour, never colour alone. */
export function StatusChip({
  order,
  suffix = '',
}: {
  order: Pick<Order, 'status' | 'itemStatus' | 'refunded'>;
  suffix?: string;
}) {
  const title = orderTitle(order);
  // A full refund has a status of its own.
  const partly = order.refunded > 0 && order.status !== 'refunded';
  return (
    <>
      <Chip {...orderLooks[title]}>{`${title}${suffix}`}</Chip>
      {partly && (
        <Chip {...orderLooks['Refund Issued']}>{`Part refunded ${formatPence(order.refunded)}`}</Chip>
      )}
    </>
  );
}

export function ItemStatusChip({ status }: { status: ItemStatus }) {
  return <Chip {...itemLooks[status]}>{itemStatusLabels[status]}</Chip>;
}
