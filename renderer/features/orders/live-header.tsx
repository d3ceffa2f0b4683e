import { ArrowDownUp, FlaskConical, Keyboard, Rows3 } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { Outlet } from '#shared/api/outlets.ts';
import { formatPence } from '#shared/base/money.ts';
import { UNKNOWN } from '#shared/base/unknown.ts';
import { useAppSelector } from '../../state/hooks.ts';
import { OrderingChip } from '../../bands/ordering-chip.tsx';
import type { Connection } from '../../state/outlet-feeds.ts';
import { selectFeeds, selectFigures, selectLists, selectLive } from '../../state/orders-slice.ts';
import { Button } from '../../ui/button.tsx';
import { takesTestOrders, useTestOrder } from '../../readiness/use-test-order.ts';
import { useAtStation } from './at-station.ts';
import { StationChoice } from './station-choice.tsx';
import { WatchOutlets } from './watch-outlets.tsx';
import type { ChipColour } from '../../ui/chip.tsx';
import { MainHeading } from '../../ui/main-heading.tsx';
import colours from '../../ui/colours.module.css';
import controlStyles from '../../ui/control.module.css';
import styles from './live-header.module.css';

type LiveHeaderProps = {
  outlet: Outlet;
  /** Whether the board shows the orders of all watched outlets. */
  together: boolean;
  search: string;
  onSearch: (search: string) => void;
  /** Called on Enter or Escape in the search. */
  onSearchDone: () => void;
  searchBox: RefObject<HTMLInputElement | null>;
  compact: boolean;
  onCompact: (compact: boolean) => void;
  newestFirst: boolean;
  onNewestFirst: (newestFirst: boolean) => void;
  onHelp: () => void;
  /** Content at the end of the header. */
  children?: ReactNode;
};

/** Made once: the header is rendered at every change of an order. */
const icons = {
  compact: <Rows3 aria-hidden="true" />,
  newestFirst: <ArrowDownUp aria-hidden="true" />,
  keys: <Keyboard aria-hidden="true" />,
  test: <FlaskConical aria-hidden="true" />,
};

export function LiveHeader(props: LiveHeaderProps) {
  const {
    outlet,
    together,
    search,
    onSearch,
    onSearchDone,
    searchBox,
    compact,
    onCompact,
    newestFirst,
    onNewestFirst,
    onHelp,
    children,
  } = props;
  const shown = together ? null : outlet.id;
  const { stations } = useAtStation(outlet.id);
  const connection = useAppSelector((state) => selectLive(state).connection);
  const several = useAppSelector((state) => selectFeeds(state).length > 1);
  const { loaded } = useAppSelector((state) => selectLists(state, shown));
  const figures = useAppSelector((state) => selectFigures(state, shown));
  // Until the list is loaded the figures are unknown, and zero would look like a fact.
  const known = (figure: string) => (loaded ? figure : UNKNOWN);
  return (
    <header className={styles.head} data-stations={(!together && stations.length > 0) || undefined}>
      <MainHeading>{together ? 'All outlets' : outlet.name}</MainHeading>
      {!together && <StationChoice outletId={outlet.id} />}
      <ConnectionChip connection={connection} />
      {!together && <OrderingChip outlet={outlet} />}
      <dl className={`${styles.figures} figures`}>
        <Figure label="Number of Orders" value={known(String(figures.numberOfOrders))} />
        <Figure label="Order Totals" value={known(formatPence(figures.orderTotals))} />
        {!together && <Figure label="Active Catalog" value={outlet.catalog?.name ?? ''} />}
        <Figure label="Not yet taken" value={known(formatPence(figures.atRisk))} />
        {figures.lost > 0 && <Figure label="Lost, never taken" value={formatPence(figures.lost)} />}
      </dl>
      <div className={styles.ends}>
        <div className={styles.tools}>
          <input
            ref={searchBox}
            type="search"
            className={`${controlStyles.control} ${styles.search}`}
            aria-label="Search orders"
            placeholder="Search"
            value={search}
            onChange={({ target }) => onSearch(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onSearch('');
              if (event.key === 'Escape' || event.key === 'Enter') onSearchDone();
            }}
          />
          <Toggle id="compact" label="Compact cards" on={compact} onChange={onCompact}>
            {icons.compact}
          </Toggle>
          <Toggle id="newest-first" label="Newest first" on={newestFirst} onChange={onNewestFirst}>
            {icons.newestFirst}
          </Toggle>
          {!together && takesTestOrders(outlet) && <TestOrderButton outletId={outlet.id} />}
          {!several && <WatchOutlets outletId={outlet.id} />}
          <Button className={styles.keys} aria-label="Keys" onClick={onHelp}>
            {icons.keys}
          </Button>
        </div>
        {children}
      </div>
    </header>
  );
}

type ToggleProps = {
  id: string;
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
  children: ReactNode;
};

function Toggle({ id, label, on, onChange, children }: ToggleProps) {
  return (
    <Button id={id} aria-pressed={on} aria-label={label} onClick={() => onChange(!on)}>
      {children}
    </Button>
  );
}

function TestOrderButton({ outletId }: { outletId: string }) {
  const { placing, placeTest } = useTestOrder(outletId);
  return (
    <Button
      busy={placing}
      aria-label="Place a test order"
      title="Place a test order"
      onClick={() => void placeTest()}
    >
      {icons.test}
    </Button>
  );
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
  crowded: 'Too many screens',
};

const colourOf = {
  connected: 'ready',
  connecting: 'working',
  disconnected: 'late',
  error: 'late',
  crowded: 'late',
} as const satisfies Record<Connection, ChipColour>;

function ConnectionChip({ connection }: { connection: Connection }) {
  return (
    <p className={`${styles.connection} ${colours[colourOf[connection]]}`} role="status">
      {connectionLabels[connection]}
    </p>
  );
}
