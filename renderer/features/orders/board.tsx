import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { columnNames, columnTitles, type ColumnName, type Columns } from './board-model.ts';
import { OrderCard } from './order-card.tsx';
import './board.css';

type BoardProps = {
  columns: Columns;
  /** Side by side from 1280 px, one after the other from 960, else one at a time. */
  layout: 'columns' | 'list' | 'tabs';
  compact: boolean;
  acting: boolean;
  chosen: string | null;
  onChoose: (orderId: string) => void;
};

const openColumns = columnNames.filter((name) => name !== 'closed');

/** The outlet's orders as cards; only those in sight are in the page, however many there are. */
export function Board({ columns, layout, ...cards }: BoardProps) {
  const [tab, setTab] = useState<ColumnName>('new');
  if (layout === 'list') {
    const ids = columnNames.flatMap((name) => columns[name]);
    return (
      <div className="board board-list">
        <Column title="Orders" ids={ids} {...cards} />
      </div>
    );
  }
  if (layout === 'tabs')
    return (
      <div className="board board-tabs">
        <div className="board-tablist" role="tablist" aria-label="Orders">
          {columnNames.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={tab === name}
              aria-controls="board-panel"
              className="board-tab"
              onClick={() => setTab(name)}
            >
              {columnTitles[name]} <Count ids={columns[name]} />
            </button>
          ))}
        </div>
        <div id="board-panel" className="board-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
          <Column key={tab} ids={columns[tab]} {...cards} />
        </div>
      </div>
    );
  return (
    <div className="board board-columns">
      {openColumns.map((name) => (
        <Column
          key={name}
          title={columnTitles[name]}
          ids={name === 'ready-to-close' ? [...columns[name], ...columns.closed] : columns[name]}
          count={columns[name].length}
          {...cards}
        />
      ))}
    </div>
  );
}

function Count({ ids }: { ids: readonly string[] }) {
  return <span className="board-count figures">{ids.length}</span>;
}

type ColumnProps = Omit<BoardProps, 'columns' | 'layout'> & {
  title?: string;
  ids: readonly string[];
  count?: number;
};

function Column({ title, ids, count = ids.length, compact, acting, chosen, onChoose }: ColumnProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (compact ? 150 : 230),
    getItemKey: (index) => ids[index] ?? index,
    overscan: 3,
    gap: 10,
  });
  const shown = virtual.getVirtualItems();
  return (
    <div className="board-column">
      {title && (
        <h2 className="board-title">
          {title} <span className="board-count figures">{count}</span>
        </h2>
      )}
      {/* A scrolling region must be reachable by keyboard. */}
      <div
        ref={scroller}
        className="board-scroller"
        tabIndex={ids.length > 0 ? 0 : -1}
        role="region"
        aria-label={title ?? 'Orders'}
      >
        {ids.length === 0 && <p className="board-empty">Nothing here just now.</p>}
        <div className="board-cards" style={{ height: virtual.getTotalSize() }}>
          {shown.map(({ key, index, start }) => (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="board-place"
              style={{ transform: `translateY(${start}px)` }}
            >
              <OrderCard
                orderId={String(key)}
                compact={compact}
                acting={acting}
                chosen={chosen === key}
                onChoose={onChoose}
              />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
