import type { ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PickUpOrder } from '#shared/api/pick-up.ts';
import { BellIcon } from './icons.tsx';

/** How many orders fit at each size of the numbers, as `screen.css` lays them out. */
const sizes = [3, 6, 12, 16, 24] as const;
const MOST = 24;
const PAGE_MS = 8_000;
const none: readonly number[] = [];
/** Where a screen is as high as the window; a smaller one is scrolled. */
const FITS = '(min-width: 701px) and (min-height: 501px)';

type ColumnProps = {
  kind: 'making' | 'ready';
  title: string;
  icon: ComponentChild;
  orders: readonly PickUpOrder[];
  /** How many are not among `orders`. */
  more: number;
  /** The numbers that stand out. */
  arrived?: readonly number[];
};

export function Column({ kind, title, icon, orders, more, arrived = none }: ColumnProps) {
  const { shown, page, pages } = usePage(orders);
  const size = sizes.find((most) => shown.length <= most) ?? MOST;
  return (
    <section class={`column column-${kind}`} aria-labelledby={kind}>
      <div class="column-head">
        {icon}
        <h2 id={kind}>{title}</h2>
        {pages > 1 && (
          <p class="figures">
            {page + 1} of {pages}
          </p>
        )}
        {more > 0 && <p class="figures">and {more} more</p>}
      </div>
      {orders.length === 0 ? (
        <p class="none">Nothing just now</p>
      ) : (
        <ol class="orders" data-size={size}>
          {shown.map(({ number, name }) => (
            <li key={number} class="order" data-new={arrived.includes(number) || undefined}>
              <span class="number figures">{number}</span>
              {name !== null && <bdi class="name">{name}</bdi>}
              {arrived.includes(number) && <BellIcon />}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Orders that do not fit take turns. */
function usePage(orders: readonly PickUpOrder[]) {
  const [fits, setFits] = useState(false);
  const [turn, setTurn] = useState(0);
  const pages = fits ? Math.max(1, Math.ceil(orders.length / MOST)) : 1;
  useEffect(function watchSize() {
    const media = matchMedia(FITS);
    const onChange = () => setFits(media.matches);
    onChange();
    media.addEventListener('change', onChange);
    return () => media.removeEventListener('change', onChange);
  }, []);
  useEffect(
    function turnPages() {
      if (pages === 1) return;
      const timer = setInterval(() => setTurn((before) => before + 1), PAGE_MS);
      return () => clearInterval(timer);
    },
    [pages],
  );
  const page = turn % pages;
  const most = Math.ceil(orders.length / pages);
  return { shown: orders.slice(page * most, (page + 1) * most), page, pages };
}
