import {
  defaultRangeExtractor,
  measureElement,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { ListChecks } from 'lucide-react';
import {
  memo,
  useCallback,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type Key,
  type ReactNode,
} from 'react';
import { shallowEqual } from 'react-redux';
import { Button } from '../../ui/button.tsx';
import {
  columnNames,
  type BoardLayout,
  type BoardList,
  type Columns,
  type ColumnTitles,
} from './board-model.ts';
import { cardHeights } from './card-heights.ts';
import { OrderCard } from './order-card.tsx';
import type { BoardFocus } from './use-board-focus.ts';
import styles from './board.module.css';

type BoardProps = {
  columns: Columns;
  titles: ColumnTitles;
  layout: BoardLayout;
  focus: BoardFocus;
  /** What the orders are searched for; empty without a search. */
  search: string;
  compact: boolean;
  acting: boolean;
  chosen: string | null;
  onChoose: (orderId: string) => void;
  /** Whether what is still to be made is shown beside the board. */
  allDay: boolean;
  onAllDay: () => void;
};

const allDayIcon = <ListChecks aria-hidden="true" />;

/** The outlet's orders as cards; only visible ones are rendered. */
export function Board({ columns, titles, layout, focus, allDay, onAllDay, ...cards }: BoardProps) {
  const { tab, showTab, lists, sought } = focus;
  const button = useMemo(
    () => (
      <Button className={styles.allDay} aria-pressed={allDay} onClick={onAllDay}>
        {allDayIcon} All day
      </Button>
    ),
    [allDay, onAllDay],
  );
  const shown = lists.map((list) => (
    <Column key={list.name} list={list} sought={sought} {...cards}>
      {listsToMake.has(list.name) && button}
    </Column>
  ));
  if (layout !== 'tabs') return <div className={`${styles.board} ${styles[layout]}`}>{shown}</div>;
  return (
    <div className={`${styles.board} ${styles.tabs}`}>
      <div className={styles.tablist} role="tablist" aria-label="Orders">
        {columnNames.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            data-list={name}
            aria-selected={tab === name}
            aria-controls="board-panel"
            className={styles.tab}
            onClick={() => showTab(name)}
          >
            {titles[name]} <Count count={columns[name].length} />
          </button>
        ))}
      </div>
      <div id="board-panel" className={styles.panel} role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {shown}
      </div>
    </div>
  );
}

/** The lists from which a cook makes something. */
const listsToMake: ReadonlySet<BoardList['name']> = new Set(['in-progress', 'all']);

function Count({ count }: { count: number }) {
  return <span className={`${styles.count} figures`}>{count}</span>;
}

/** How many cards are rendered above and below those in sight. */
const OVERSCAN = 3;

type CardList = Virtualizer<HTMLDivElement, Element>;

type ColumnProps = Omit<BoardProps, 'columns' | 'titles' | 'layout' | 'focus' | 'allDay' | 'onAllDay'> & {
  list: BoardList;
  sought: string | null;
  /** Stands at the end of its title. */
  children: ReactNode;
};

/** Drawn again only if something of this list has changed: on a full board, most orders change one list. */
const Column = memo(function Column({ list, sought, search, children, ...card }: ColumnProps) {
  const { title, ids } = list;
  const scroller = useRef<HTMLDivElement>(null);
  /** The order whose card has the focus, or had it last. */
  const [focused, setFocused] = useState<string | null>(null);
  const [heights] = useState(cardHeights);
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heights.guess(ids[index] ?? '', card.compact ? 150 : 230),
    // The same function while the ids are the same: with another, all cards are placed anew.
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    // A card that is scrolled out of sight stays rendered, so that it does not lose the focus.
    rangeExtractor: (range) => withIndices(defaultRangeExtractor(range), [focused, sought].map(indexOf)),
    measureElement: (element, seen, list) =>
      seen ? heights.measured(measureElement(element, seen, list)) : heightUntilSeen(element, list),
    overscan: OVERSCAN,
    gap: 8,
  });
  function indexOf(orderId: string | null): number {
    return orderId === null ? -1 : ids.indexOf(orderId);
  }
  return (
    <div className={styles.column}>
      <div className={styles.top}>
        <Title list={list} />
        {children}
      </div>
      {/* A scrolling region must be reachable by keyboard. */}
      <div
        ref={scroller}
        className={styles.scroller}
        tabIndex={ids.length > 0 ? 0 : -1}
        role="region"
        aria-label={title ?? 'Orders'}
      >
        {ids.length === 0 && (
          <p className={styles.empty}>
            {search === '' ? 'Nothing here just now.' : `No order here matches “${search}”.`}
          </p>
        )}
        <div className={styles.cards} style={{ height: virtual.getTotalSize() }}>
          {placed(virtual).map(({ key, index, style }) => (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={styles.place}
              style={style}
              onFocus={() => setFocused(String(key))}
            >
              <OrderCard {...card} orderId={String(key)} chosen={card.chosen === key} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}, isSameColumn);

/**
 * Cards in sight and near it stand one below the other by themselves, so that a new one moves the others without
 * touching them. One that is far from it stands alone.
 */
function placed(virtual: CardList): { key: Key; index: number; style: CSSProperties | undefined }[] {
  // This finds the range as well.
  const cards = virtual.getVirtualItems();
  const { startIndex = 0, endIndex = -1 } = virtual.range ?? {};
  let hasFirst = false;
  return cards.map(({ key, index, start }) => {
    if (index < startIndex - OVERSCAN || index > endIndex + OVERSCAN)
      return { key, index, style: { position: 'absolute', top: start } };
    // Negative while a touch goes on, during which some browsers do not let the list be scrolled.
    const style = hasFirst ? undefined : { marginTop: start };
    hasFirst = true;
    return { key, index, style };
  });
}

/** A card that has just been made is not measured: that would lay out the page once more. Its observer does, with the frame. */
function heightUntilSeen(card: Element, virtual: CardList): number {
  const index = virtual.indexFromElement(card);
  const { getItemKey, estimateSize } = virtual.options;
  return virtual.itemSizeCache.get(getItemKey(index)) ?? estimateSize(index);
}

function isSameColumn({ list: was, ...before }: ColumnProps, { list: is, ...now }: ColumnProps): boolean {
  const { ids: idsBefore, ...listBefore } = was;
  const { ids, ...listNow } = is;
  return (
    shallowEqual(before, now) &&
    shallowEqual(listBefore, listNow) &&
    ids.length === idsBefore.length &&
    ids.every((id, at) => id === idsBefore[at])
  );
}

function Title({ list: { name, title, count } }: { list: BoardList }) {
  return title === null ? null : (
    <h2 className={styles.title} data-list={name} tabIndex={-1}>
      {title} <Count count={count} />
    </h2>
  );
}

function withIndices(range: number[], extra: number[]): number[] {
  return [...new Set([...range, ...extra.filter((index) => index >= 0)])].toSorted((a, b) => a - b);
}
