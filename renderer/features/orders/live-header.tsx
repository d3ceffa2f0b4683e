import { ArrowDownUp, FlaskConical, Keyboard, Rows3 } from 'lucide-react';
import { memo, type ReactNode, type RefObject } from 'react';
import type { Outlet } from '#shared/api/outlets.ts';
import { formatPence } from '#shared/base/money.ts';
import { UNKNOWN } from '#shared/base/unknown.ts';
import { useAppDispatch, useAppSelector } from '../../state/hooks.ts';
import { OrderingChip } from '../../bands/ordering-chip.tsx';
import type { Connection } from '../../state/outlet-feeds.ts';
import { selectFeeds, selectFigures, selectLists, selectLive } from '../../state/orders-slice.ts';
import { Button } from '../../ui/button.tsx';
import { takesTestOrders, useTestOrder } from '../../readiness/use-test-order.ts';
import { selectView, viewChanged } from '../../state/view-slice.ts';
import { useAtStation } from './at-station.ts';
import { PauseOrders } from './pause-orders.tsx';
import { StationChoice } from './station-choice.tsx';
import { StopTrading } from './stop-trading.tsx';
import type { Face } from './trading-session-screen.tsx';
import { WatchOutlets } from './watch-outlets.tsx';
import type { ChipColour } from '../../ui/chip.tsx';
import { MainHeading } from '../../ui/main-heading.tsx';
import colours from '../../ui/colours.module.css';
import controlStyles from '../../ui/control.module.css';
import styles from './live-header.module.css';

type Shown = {
  outlet: Outlet;
  /** Whether the board shows the orders of all watched outlets. */
  together: boolean;
};

type SearchProps = {
  search: string;
  onSearch: (search: string) => void;
  /** Called on Enter or Escape in the search. */
  onSearchDone: () => void;
  searchBox: RefObject<HTMLInputElement | null>;
};

type LiveHeaderProps = Shown & SearchProps & { face: Face; onHelp: () => void };

/** Rendered at every change of an order, of which most of its parts show nothing: those are not rendered again. */
export function LiveHeader({ outlet, together, face, onHelp, ...search }: LiveHeaderProps) {
  const { stations } = useAtStation(outlet.id);
  return (
    <header className={styles.head} data-stations={(!together && stations.length > 0) || undefined}>
      <Names outlet={outlet} together={together} />
      <Figures outlet={outlet} together={together} />
      <div className={styles.ends}>
        <div className={styles.tools}>
          <Search {...search} />
          <Tools outlet={outlet} together={together} onHelp={onHelp} />
        </div>
        {!together && <Trading outlet={outlet} face={face} />}
      </div>
    </header>
  );
}

const Names = memo(function Names({ outlet, together }: Shown) {
  const connection = useAppSelector((state) => selectLive(state).connection);
  return (
    <>
      <MainHeading>{together ? 'All outlets' : outlet.name}</MainHeading>
      {!together && <StationChoice outletId={outlet.id} />}
      <ConnectionChip connection={connection} />
      {!together && <OrderingChip outlet={outlet} />}
    </>
  );
});

const Figures = memo(function Figures({ outlet, together }: Shown) {
  const shown = together ? null : outlet.id;
  const { loaded } = useAppSelector((state) => selectLists(state, shown));
  const figures = useAppSelector((state) => selectFigures(state, shown));
  // Until the list is loaded the figures are unknown, and zero would look like a fact.
  const known = (figure: string) => (loaded ? figure : UNKNOWN);
  return (
    <dl className={`${styles.figures} figures`}>
      <Figure label="Number of Orders" value={known(String(figures.numberOfOrders))} />
      <Figure label="Order Totals" value={known(formatPence(figures.orderTotals))} />
      {!together && <Figure label="Active Catalog" value={outlet.catalog?.name ?? ''} />}
      <Figure label="Not yet taken" value={known(formatPence(figures.atRisk))} />
      {figures.lost > 0 && <Figure label="Lost, never taken" value={formatPence(figures.lost)} />}
    </dl>
  );
});

function Search({ search, onSearch, onSearchDone, searchBox }: SearchProps) {
  return (
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
  );
}

const Tools = memo(function Tools({ outlet, together, onHelp }: Shown & { onHelp: () => void }) {
  const { density, newestFirst } = useAppSelector(selectView);
  const several = useAppSelector((state) => selectFeeds(state).length > 1);
  const dispatch = useAppDispatch();
  return (
    <>
      <Toggle
        id="compact"
        label="Compact cards"
        on={density === 'compact'}
        onChange={(on) => dispatch(viewChanged({ density: on ? 'compact' : 'auto' }))}
      >
        <Rows3 aria-hidden="true" />
      </Toggle>
      <Toggle
        id="newest-first"
        label="Newest first"
        on={newestFirst}
        onChange={(on) => dispatch(viewChanged({ newestFirst: on }))}
      >
        <ArrowDownUp aria-hidden="true" />
      </Toggle>
      {!together && takesTestOrders(outlet) && <TestOrderButton outletId={outlet.id} />}
      {!several && <WatchOutlets outletId={outlet.id} />}
      <Button className={styles.keys} aria-label="Keys" onClick={onHelp}>
        <Keyboard aria-hidden="true" />
      </Button>
    </>
  );
});

const Trading = memo(function Trading({ outlet, face }: { outlet: Outlet; face: Face }) {
  return (
    <>
      <PauseOrders outlet={outlet} />
      {face === 'trading-session' && <StopTrading outlet={outlet} label="Stop Trading" />}
    </>
  );
});

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
      <FlaskConical aria-hidden="true" />
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
