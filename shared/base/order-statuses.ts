/** Every order status, in the order of an order's life. */
export const orderStatuses = [
  'payment_pending',
  'payment_created',
  'payment_working',
  'payment_failure',
  'payment_aborted',
  'deliver_pending',
  'deliver_waiting',
  'deliver_working',
  'deliver_enroute',
  'payment_capture',
  'deliver_success',
  'complete',
  'refunded',
  'deliver_aborted',
  'deliver_expired',
  'deliver_decline',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** The stages of one line of an order, in order; a line may move forwards or back. */
export const itemStatuses = ['waiting', 'working', 'ready', 'complete'] as const;
export type ItemStatus = (typeof itemStatuses)[number];

export const itemStatusLabels: Record<ItemStatus, string> = {
  waiting: 'Waiting',
  working: 'In Progress',
  ready: 'Ready',
  complete: 'Delivered',
};

const group = (...members: OrderStatus[]): ReadonlySet<OrderStatus> => new Set(members);

/** Named groups of statuses. A status may be in several. */
export const statusGroups = {
  /** Not an order for the kitchen yet, or never became one: no screen shows it. */
  unpaid: group(
    'payment_pending',
    'payment_created',
    'payment_working',
    'payment_failure',
    'payment_aborted',
  ),
  pending: group('deliver_pending'),
  inProgress: group('deliver_waiting', 'deliver_working', 'deliver_enroute'),
  /** Handed over: `complete` once the capture is confirmed. */
  complete: group('deliver_success', 'complete'),
  cancelled: group('deliver_aborted', 'deliver_decline'),
  expired: group('deliver_expired'),
  refunded: group('refunded'),
  /** Prevents a trading session from finishing. */
  open: group('deliver_pending', 'deliver_waiting', 'deliver_working', 'deliver_enroute', 'payment_capture'),
  /** Counts towards a session's earnings. */
  settled: group('deliver_success', 'complete', 'refunded'),
} as const;

/** Whether `numberOfOrders` counts an order: it is not cancelled, declined, expired or unpaid. */
export function isCounted(status: OrderStatus): boolean {
  return statusGroups.open.has(status) || statusGroups.settled.has(status);
}

/** Whether the live list shows an order; cancelled and expired ones are only in the history. */
export function isOnLiveList(status: OrderStatus): boolean {
  return isCounted(status);
}

const legacySpellings: Record<string, OrderStatus> = { deliver_complete: 'deliver_success' };

/** Reads a status from any server; `deliver_complete` is `deliver_success`. Null if it is unknown. */
export function readOrderStatus(value: unknown): OrderStatus | null {
  if (typeof value !== 'string') return null;
  const known = orderStatuses.find((status) => status === value);
  return known ?? legacySpellings[value] ?? null;
}

type ItemStages = { readonly itemStatus: readonly { readonly status: ItemStatus }[] };

/** Whether every line has reached `stage`; true for an order without lines. */
export function allItemsAre({ itemStatus }: ItemStages, stage: ItemStatus): boolean {
  return itemStatus.every(({ status }) => status === stage);
}
