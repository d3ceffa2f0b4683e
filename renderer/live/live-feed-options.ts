import type { Order } from '#shared/api/orders.ts';
import type { OrderTimeline, ScreenState } from '#shared/api/live.ts';
import type { Connection } from '../state/outlet-feeds.ts';
import type { HeartbeatOptions } from './heartbeat.ts';
import type { CheckedList } from './list-check.ts';
import type { LiveSocketOptions } from './live-socket.ts';
import type { OutletNamingOptions } from './outlet-naming.ts';
import type { StationReports } from './station-reports.ts';

type Parts = Partial<Pick<OutletNamingOptions, 'acknowledgeMs' | 'patienceMs'>> &
  Pick<HeartbeatOptions, 'answerWithinMs'> & { stations?: StationReports };
export type LiveFeedOptions = Omit<LiveSocketOptions, 'onConnection'> &
  Omit<CheckedList, 'outletId'> &
  Parts & {
    /** The watched outlets: with more than one, the server must know `connect-outlets`. */
    outletIds: readonly string[];
    /** The state that this screen reports to the server. */
    screen: () => ScreenState;
    fetchOrders: (outletId: string, signal: AbortSignal) => Promise<Order[]>;
    fetchOrder: (orderId: string) => Promise<Order>;
    readOrder: (value: unknown) => Order;
    on: {
      connection: (connection: Connection) => void;
      /** Called with a list, which replaces all that is known if `asItIs`: the server has lost changes. */
      list: (outletId: string, orders: Order[], asItIs: boolean) => void;
      listFailed: (outletId: string, error: unknown) => void;
      /** Called with the orders that have changed, in the order in which they arrived. */
      orders: (orders: Order[]) => void;
      /** Called when an outlet's session began or ended, or may have while no event reached this screen. */
      session: (outletId: string) => void;
      /** Called when the server has said that a screen may watch several outlets. */
      several: () => void;
      /** Called when orders were received, alerted or seen. */
      timelines: (timelines: OrderTimeline[]) => void;
      /** Called when what is unattended or takes orders has changed, or may have while no event came. */
      unattended: () => void;
      /** Called when somebody said how many are left of an item, or may have while no event came. */
      portions: () => void;
      /** Called when what the card provider booked was read, or may have been while no event came. */
      books: () => void;
      /** Called with how far the server's clock is ahead, in ms. */
      clock: (aheadMs: number) => void;
    };
    /** Whether the page is a browser's tab, whose timers are slowed down while it is hidden. */
    mayBeThrottled: boolean;
    /** How often the list is checked while connected, in ms. */
    recheckMs?: number;
    /** How often deadlines are checked, in ms. */
    pulseMs?: number;
    heartbeatMs?: number;
  };
