import { useEffect, useState } from 'preact/hooks';
import type { GuestMenu, GuestPlace } from '#shared/api/guest-pages.ts';
import { addressesOf } from '../base/addresses.ts';
import { itemOf } from '#shared/catalogs/line-parts.ts';
import { added, countOf, firstPrice, type Line } from '../base/basket.ts';
import { PageHead, nothingToChoose, orderingWords } from '../base/page-head.tsx';
import { formatPence } from '#shared/base/money.ts';
import { useCanKeep } from '../base/can-keep.ts';
import { keep, useKept } from '../base/kept.ts';
import { useBasketMenu } from '../base/use-basket-menu.ts';
import { useMenu } from '../base/use-menu.ts';
import { BasketSheet } from './basket-sheet.tsx';
import { filtered, type Sought } from './filter.ts';
import { ItemSheet } from './item-sheet.tsx';
import { MenuSection, NotServed } from './menu-section.tsx';
import { OwnOrders } from '../base/own-orders.tsx';
import { Search } from './search.tsx';

const KEEPS_NOTHING =
  'This browser keeps nothing for this page, which ordering needs. Allow cookies for this site, or open it in another browser.';

/** The menu of an outlet: readable as it is served, and a guest orders from it once its script is there. */
export function MenuPage(place: GuestPlace) {
  const { table } = place;
  const { menu } = useMenu(place);
  const { outlet } = menu;
  const kept = useKept(outlet.id);
  const forBasket = useBasketMenu(menu, kept);
  const [atBasket, setAtBasket] = useState(false);
  const canKeep = useCanKeep();
  const refusal = orderingWords(menu) ?? (canKeep ? null : KEEPS_NOTHING);
  const nothing = nothingToChoose(menu);
  const lines = kept?.lines ?? [];
  return (
    <div class="page">
      <PageHead menu={menu} table={table} refusal={refusal} />
      {kept && <OwnOrders outletId={outlet.id} kept={kept} table={table} />}
      <main id="menu">
        <SmallOrderFee fee={menu.smallOrderFee} />
        <Choosing
          menu={menu}
          canAdd={kept !== null && refusal === null}
          // Without another refusal the head says it.
          nothing={refusal === null || refusal === nothing ? null : nothing}
        />
        <NotServed hours={menu.hours} />
      </main>
      <noscript>
        <p class="status status-closed">
          This browser runs no scripts, which ordering needs. Please order at the bar.
        </p>
      </noscript>
      {lines.length > 0 && <BasketBar menu={forBasket.menu} lines={lines} onOpen={() => setAtBasket(true)} />}
      {atBasket && lines.length > 0 && (
        <BasketSheet
          {...forBasket}
          lines={lines}
          refusal={refusal}
          payAt={addressesOf(outlet.id, table).pay}
          onChange={(changed) => {
            keep(outlet.id, () => ({ lines: changed }));
            if (changed.length === 0) setAtBasket(false);
          }}
          onClose={() => setAtBasket(false)}
        />
      )}
    </div>
  );
}

const everything: Sought = { words: '', without: [] };

type ChoosingProps = {
  menu: GuestMenu;
  canAdd: boolean;
  /** Why there is nothing to choose from, unless that is said already. */
  nothing: string | null;
};

/** The sections of the menu, what is sought in them, and the item that is looked at. */
function Choosing({ menu: { outlet, catalog }, canAdd, nothing }: ChoosingProps) {
  const [sought, setSought] = useState(everything);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const categories = catalog?.categories ?? [];
  /** As it is on the menu now, which may change while it is looked at. */
  const chosen = chosenId === null ? null : itemOf(categories, chosenId);
  const isGone = chosenId !== null && !chosen;
  useEffect(() => {
    if (!isGone) return;
    setChosenId(null);
    setSaid('What you were looking at is no longer on the menu.');
  }, [isGone]);
  if (categories.length === 0) return nothing && <p class="nothing">{nothing}</p>;
  const shown = filtered(categories, sought);

  function add(line: Line, name: string) {
    keep(outlet.id, ({ lines }) => ({ lines: added(lines, line) }));
    setChosenId(null);
    setSaid(`${name} is in your basket.`);
  }

  return (
    <>
      <Search sought={sought} onChange={setSought} found={shown} />
      <nav class="sections" aria-label="Sections of the menu">
        {shown.categories.map(({ id, name }) => (
          <a key={id} href={`#${id}`} dir="auto">
            {name}
          </a>
        ))}
      </nav>
      {shown.categories.map((category) => (
        <MenuSection
          key={category.id}
          category={category}
          canAdd={canAdd}
          onChoose={({ id }) => setChosenId(id)}
          onAdd={(item) => add({ itemId: item.id, quantity: 1, modifications: [] }, item.name)}
        />
      ))}
      <p class="visually-hidden" role="status">
        {said}
      </p>
      {chosen && (
        <ItemSheet
          item={chosen}
          without={sought.without}
          canAdd={canAdd}
          onAdd={(line) => add(line, chosen.name)}
          onClose={() => setChosenId(null)}
        />
      )}
    </>
  );
}

/** Said with the first price: what is paid is no surprise. */
function SmallOrderFee({ fee }: { fee: GuestMenu['smallOrderFee'] }) {
  if (!fee) return null;
  const { below, amount } = fee;
  return (
    <p class="small-order-fee soft">
      Orders below {formatPence(below)} pay a small order fee of {formatPence(amount)}.
    </p>
  );
}

type BasketBarProps = { menu: GuestPlace['menu']; lines: Line[]; onOpen: () => void };

function BasketBar({ menu, lines, onOpen }: BasketBarProps) {
  const { total } = firstPrice(menu.catalog?.categories ?? [], lines);
  const count = countOf(lines);
  return (
    <div class="basket-bar">
      <button type="button" class="button button-primary button-large wide" onClick={onOpen}>
        <span>
          Basket · {count} {count === 1 ? 'item' : 'items'}
        </span>
        <span class="figures">{formatPence(total)}</span>
      </button>
    </div>
  );
}
