import { ArrowDownUp, Keyboard, Rows3 } from 'lucide-react';
import { useEffect, useState, type RefObject } from 'react';
import type { Order } from '#shared/api/orders.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import { formatPence } from '#shared/money.ts';
import { nextSteps, orderTitle } from '#shared/orders/reading.ts';
import { useAppSelector } from '../../app/hooks.ts';
import { failureMessage, useFinishTradingMutation } from '../../api/api-slice.ts';
import { readList, readOrder } from '../../api/normalise.ts';
import type { Failure } from '../../api/failure.ts';
import { NobodyListens } from '../../live/nobody-listens.tsx';
import { selectFigures, selectLive, type Connection } from '../../live/orders-slice.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toasts.tsx';
import type { Face } from './trading-session-screen.tsx';

type LiveHeaderProps = {
  outlet: Outlet;
  face: Face;
  search: string;
  onSearch: (search: string) => void;
  searchBox: RefObject<HTMLInputElement | null>;
  compact: boolean;
  onCompact: (compact: boolean) => void;
  newestFirst: boolean;
  onNewestFirst: (newestFirst: boolean) => void;
  onHelp: () => void;
};

/** How long the banner of outstanding orders stays, in ms (spec §5). */
const BANNER_MS = 8_000;

export function LiveHeader(props: LiveHeaderProps) {
  const {
    outlet,
    face,
    search,
    onSearch,
    searchBox,
    compact,
    onCompact,
    newestFirst,
    onNewestFirst,
    onHelp,
  } = props;
  const { connection } = useAppSelector(selectLive);
  const figures = useAppSelector(selectFigures);
  const [stopping, setStopping] = useState(false);
  const [outstanding, setOutstanding] = useState<Order[] | null>(null);
  useEffect(
    function clearTheBanner() {
      if (!outstanding) return;
      const timer = setTimeout(() => setOutstanding(null), BANNER_MS);
      return () => clearTimeout(timer);
    },
    [outstanding],
  );
  return (
    <>
      <header className="live-head">
        <h1>{outlet.name}</h1>
        <ConnectionChip connection={connection} />
        <NobodyListens outletId={outlet.id} />
        <dl className="live-figures figures">
          <Figure label="Number of Orders" value={String(figures.numberOfOrders)} />
          <Figure label="Order Totals" value={formatPence(figures.orderTotals)} />
          <Figure label="Active Catalog" value={outlet.catalog?.name ?? ''} />
          <Figure label="Not yet taken" value={formatPence(figures.notTaken)} />
        </dl>
        <div className="live-tools">
          <input
            ref={searchBox}
            type="search"
            className="live-search"
            aria-label="Search orders"
            placeholder="Search"
            value={search}
            onChange={({ target }) => onSearch(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              onSearch('');
              event.currentTarget.blur();
            }}
          />
          <Button aria-pressed={compact} aria-label="Compact cards" onClick={() => onCompact(!compact)}>
            <Rows3 aria-hidden="true" />
          </Button>
          <Button
            aria-pressed={newestFirst}
            aria-label="Newest first"
            onClick={() => onNewestFirst(!newestFirst)}
          >
            <ArrowDownUp aria-hidden="true" />
          </Button>
          <Button className="live-keys" aria-label="Keys" onClick={onHelp}>
            <Keyboard aria-hidden="true" />
          </Button>
        </div>
        {face !== 'orders-basic' && (
          <Button tone="danger" onClick={() => setStopping(true)}>
            {stopLabel(face)}
          </Button>
        )}
      </header>
      {outstanding && <OutstandingBanner orders={outstanding} />}
      {stopping && (
        <StopDialog
          outlet={outlet}
          face={face}
          onClose={() => setStopping(false)}
          onOutstanding={(orders) => {
            setStopping(false);
            setOutstanding(orders);
          }}
        />
      )}
    </>
  );
}

function stopLabel(face: Face): string {
  return face === 'orders' ? 'Finish Trading' : 'Stop Trading';
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dd>{value}</dd>
      <dt>{label}</dt>
    </div>
  );
}

const connectionLabels: Record<Connection, string> = {
  connecting: 'Connecting',
  connected: 'Connected',
  disconnected: 'Disconnected',
  error: 'Connection error',
};

function ConnectionChip({ connection }: { connection: Connection }) {
  return (
    <p className={`connection connection-${connection}`} role="status">
      {connectionLabels[connection]}
    </p>
  );
}

function OutstandingBanner({ orders }: { orders: Order[] }) {
  return (
    <div className="outstanding" role="alert">
      <p>You have outstanding orders, complete or cancel remaining orders to stop trading.</p>
      <ul>
        {orders.map((order) => (
          <li key={order.id}>
            #{order.orderNumber} {orderTitle(order)}: {nextSteps(order)[0]?.label ?? 'being closed'}
          </li>
        ))}
      </ul>
    </div>
  );
}

type StopDialogProps = {
  outlet: Outlet;
  face: Face;
  onClose: () => void;
  onOutstanding: (orders: Order[]) => void;
};

function StopDialog({ outlet, face, onClose, onOutstanding }: StopDialogProps) {
  const [finish, { isLoading }] = useFinishTradingMutation();
  const toast = useToast();

  async function stop() {
    const { error } = await finish(outlet.id);
    const message = failureMessage(error);
    if (message === null) return onClose();
    const failure = error as Failure;
    if (failure.code === 'ORDERS_OUTSTANDING') return onOutstanding(readOutstanding(failure.current));
    onClose();
    return toast('error', message);
  }

  return (
    <Dialog
      title={stopLabel(face)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={isLoading} onClick={() => void stop()}>
            {stopLabel(face)}
          </Button>
        </>
      }
    >
      <p>Are you sure you want to stop the current trading session?</p>
    </Dialog>
  );
}

function readOutstanding(current: unknown): Order[] {
  try {
    return readList(current, 'orders', readOrder);
  } catch {
    return [];
  }
}
