import { ReceiptText } from 'lucide-react';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Outlet } from '#shared/api/outlets.ts';
import { numberOf } from '../../orders/place-of.ts';
import { useAppDispatch, useAppSelector } from '../../state/hooks.ts';
import { selectBoard, selectLists, selectLive, selectOrders } from '../../state/orders-slice.ts';
import { UnreadableOrders } from '../../orders/unreadable-orders.tsx';
import { useOrderCommands } from '../../orders/use-order-commands.ts';
import { selectView } from '../../state/view-slice.ts';
import { recheckOrders, reportStage } from '../../state/watching.ts';
import { usePrintTicket } from '../../print/use-print.ts';
import { SideModal } from '../../ui/side-modal.tsx';
import { ErrorView, Loader } from '../../ui/states.tsx';
import { useMedia, useMediaOnceAnswered } from '../../ui/use-media.ts';
import { AtStationsContext, showsOne, useAtStations, useOrdersHere, useStationBoard } from './at-station.ts';
import { AllDay } from './all-day.tsx';
import { Board } from './board.tsx';
import { columnsOf, columnTitles, idsOf, matches, stationTitles, type Columns } from './board-model.ts';
import { ExpiredDialog } from './expired-dialog.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { LastOrders, LastOrdersTogether } from './last-orders.tsx';
import { LiveHeader } from './live-header.tsx';
import { NoCardAccount } from './no-card-account.tsx';
import { OrderDetail } from './order-detail.tsx';
import { OrderingTogether } from './ordering-together.tsx';
import type { Face } from './trading-session-screen.tsx';
import { SearchNote } from './search-note.tsx';
import { StopTrading } from './stop-trading.tsx';
import { UndoBar } from './undo-bar.tsx';
import { useBoardFocus } from './use-board-focus.ts';
import { useBoardKeys } from './use-board-keys.ts';
import { useChosenOrder } from './use-chosen-order.ts';
import { useTickedLines } from './use-ticked-lines.ts';
import styles from './live-view.module.css';
import noticeStyles from './notice.module.css';

/** How many cards the roomy density shows without scrolling; with more, `auto` is compact. */
const ROOMY_CARDS = 9;

type LiveViewProps = {
  outlet: Outlet;
  /** Whether it shows the orders of all watched outlets. */
  together: boolean;
  face: Face;
};

/** A trading outlet, or all that are watched: the figures, the board, and the chosen order. */
export function LiveView({ outlet, together, face }: LiveViewProps) {
  const shown = together ? null : outlet.id;
  const connection = useAppSelector((state) => selectLive(state).connection);
  const live = useAppSelector((state) => selectLists(state, shown));
  const at = useAtStations(shown);
  const everywhere = useAppSelector((state) => selectOrders(state, shown));
  const orders = useOrdersHere(everywhere, at);
  const { newestFirst, density } = useAppSelector(selectView);
  const dispatch = useAppDispatch();
  const [search, setSearch] = useState('');
  const [help, setHelp] = useState(false);
  const showHelp = useCallback(() => setHelp(true), []);
  const [allDay, setAllDay] = useState(false);
  const [chosen, choose] = useChosenOrder();
  const searchBox = useRef<HTMLInputElement>(null);
  const whole = useAppSelector((state) => selectBoard(state, shown, newestFirst));
  const board = useStationBoard(orders, at, newestFirst) ?? whole;
  const wide = useMedia('(min-width: 1280px)');
  const narrow = useMediaOnceAnswered('(max-width: 959px)');

  const sought = search.trim();
  const columns = useMemo((): Columns => {
    const found =
      sought === '' ? null : new Set(orders.filter((order) => matches(order, sought)).map(({ id }) => id));
    return columnsOf(board, found);
  }, [board, orders, sought]);
  const order = chosen === null ? undefined : everywhere.find(({ id }) => id === chosen);
  const opened = order?.id ?? null;
  const ticked = useTickedLines(opened);
  useEffect(
    function sayThatItWasOpened() {
      if (opened !== null) dispatch(reportStage(opened, 'seen'));
    },
    [opened, dispatch],
  );
  const commands = useOrderCommands();
  const acting = face !== 'orders-basic';
  const print = usePrintTicket();
  const layout = wide ? 'columns' : narrow ? 'tabs' : 'list';
  const titles = showsOne(at) ? stationTitles : columnTitles;
  const focus = useBoardFocus(columns, layout, titles);
  const { focusOrder, goOnFrom } = focus;
  // The orders list shows its order in a modal at the side, and so does a screen without room for both.
  const beside = face !== 'orders' && !narrow;
  const close = useCallback(() => {
    choose(null);
    if (opened !== null) goOnFrom(opened);
  }, [choose, opened, goOnFrom]);
  const moveTo = useCallback(
    (orderId: string) => {
      // An order that is open above the board closes; one beside it changes to the next.
      if (beside || opened !== null) choose(orderId);
      if (beside || opened === null) focusOrder(orderId);
    },
    [beside, opened, choose, focusOrder],
  );
  // It stands where an order would.
  const toggleAllDay = useCallback(() => {
    setAllDay(opened !== null || !allDay);
    choose(null);
  }, [allDay, choose, opened]);
  const ids = () => idsOf(columns, layout);
  useBoardKeys({
    ids,
    orders,
    at,
    opened,
    open: choose,
    close,
    moveTo,
    commands,
    acting,
    print,
    onAllDay: toggleAllDay,
    onHelp: showHelp,
    searchBox,
  });

  const compact = density === 'compact' || orders.length - board.closed.length > ROOMY_CARDS;
  const detail = order && (
    <OrderDetail key={order.id} order={order} acting={acting} ticked={ticked} onClose={close} />
  );
  return (
    <AtStationsContext value={at}>
      <div className={styles.live}>
        <LiveHeader
          outlet={outlet}
          together={together}
          face={face}
          search={search}
          onSearch={setSearch}
          onSearchDone={() => {
            const next = ids().find((id) => id === opened) ?? ids()[0];
            if (next !== undefined) moveTo(next);
          }}
          searchBox={searchBox}
          onHelp={showHelp}
        />
        <Notices outlet={outlet} together={together} />
        {connection === 'crowded' && <TooManyScreens />}
        {live.problem && !live.loaded && (
          <ErrorView heading="h2" message={live.problem} onReload={() => dispatch(recheckOrders())} />
        )}
        {!live.problem && !live.loaded && <Loader title="Loading orders" />}
        <UnreadableOrders orders={live.unreadable} />
        {live.loaded && sought !== '' && (
          <SearchNote found={columns} of={board} onShowAll={() => setSearch('')} />
        )}
        {live.loaded && (
          <div className={styles.body}>
            <Board
              columns={columns}
              titles={titles}
              layout={layout}
              focus={focus}
              search={sought}
              compact={compact}
              acting={acting}
              chosen={chosen}
              onChoose={choose}
              allDay={allDay}
              onAllDay={toggleAllDay}
            />
            {beside && detail}
            {beside &&
              !order &&
              (allDay ? <AllDay outletId={shown} onClose={toggleAllDay} /> : nothingChosen)}
          </div>
        )}
        {!together && face === 'orders' && (
          <footer className={styles.actions}>
            <StopTrading outlet={outlet} label="Finish Trading" />
          </footer>
        )}
        {live.loaded && !beside && order ? (
          <SideModal label={`Order ${numberOf(order)}`} onClose={close}>
            {detail}
            {undoBar}
          </SideModal>
        ) : (
          undoBar
        )}
        {allDay && live.loaded && !beside && !order && (
          <SideModal label="All day" onClose={toggleAllDay}>
            <AllDay outletId={shown} onClose={toggleAllDay} />
          </SideModal>
        )}
        {chosen !== null && live.loaded && !order && <ExpiredDialog orderId={chosen} onClose={close} />}
        {help && <KeysDialog onClose={() => setHelp(false)} />}
      </div>
    </AtStationsContext>
  );
}

type NoticesProps = Pick<LiveViewProps, 'outlet' | 'together'>;

/** What stands above the board, of which no order changes anything. */
const Notices = memo(function Notices({ outlet, together }: NoticesProps) {
  return (
    <>
      {together && <OrderingTogether />}
      {together ? <LastOrdersTogether /> : <LastOrders outlet={outlet} />}
      <NoCardAccount />
    </>
  );
});

const undoBar = <UndoBar />;

/** The server limits the screens of an account: says why this one is slower, and what to do. */
function TooManyScreens() {
  return (
    <p className={noticeStyles.notice} role="status">
      Too many screens of this account are open. Orders come here a few seconds late. Close a screen that
      nobody uses: this one then connects by itself within a minute.
    </p>
  );
}

const nothingChosen = (
  <div className={styles.hint}>
    <ReceiptText aria-hidden="true" />
    <p>Choose an order to see it in full.</p>
    <p className={styles.hintKeys}>
      <kbd>J</kbd> and <kbd>K</kbd> move from order to order, <kbd>?</kbd> shows every key.
    </p>
  </div>
);
