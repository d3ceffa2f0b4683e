import type { Order } from '#shared/api/orders.ts';
import type { PaidCard } from '#shared/api/paid-card.ts';
import type { KnownSession, Outlet } from '#shared/api/outlets.ts';
import type { Category } from '#shared/api/catalogs.ts';
import { formatPence } from '#shared/base/money.ts';
import { orderAddress } from '#shared/base/order-address.ts';
import { zoneOf } from '#shared/base/time-zones.ts';
import { cardWords } from '#shared/orders/card-words.ts';
import { orderTitle } from '#shared/orders/reading.ts';
import type { FoundOrder } from '#shared/api/order-search.ts';
import { markOf } from '../../orders/place-of.ts';
import { formatLongDate, formatNumericDate, formatTime, formatWhen } from '../../ui/times.ts';
import type { Setting } from './settings.ts';

/**
 * What choosing an entry does: opens an address, or asks until when an item is sold out. `alone`: the board there shows
 * that outlet, and not all that are watched.
 */
export type Choice =
  | { to: string; alone?: true }
  | { soldOut: { outletId: string; itemId: string; name: string } };

/** One thing that can be found. */
export type Entry = {
  id: string;
  group:
    | 'Orders on the board'
    | 'Mark as sold out'
    | 'Outlets'
    | 'Sessions'
    | 'Menus'
    | 'Screens'
    | 'Settings'
    | 'Other orders';
  label: string;
  /** Tells it from others of its label. */
  detail: string;
  /** Words by which it is found, too, and which are not shown. */
  also?: string;
  choice: Choice;
};

/** The menu of an outlet that trades. */
export type SoldMenu = { outlet: Pick<Outlet, 'id' | 'name'>; categories: readonly Category[] };

export type Findable = {
  /** Of all watched outlets. */
  orders: readonly Order[];
  /** The name of an order's outlet, where several are watched. */
  outletNameOf: (outletId: string) => string | null;
  menus: readonly SoldMenu[];
  outlets: readonly Pick<Outlet, 'id' | 'name'>[];
  catalogs: readonly { id: string; name: string }[];
  settings: readonly Setting[];
};

const screens = [
  ['Business', '/business'],
  ['Outlets', '/outlets'],
  ['Catalogs', '/catalogs'],
  ['Payouts', '/payouts'],
  ['Settings', '/settings'],
] as const;

const screensOfOutlet = [
  ['Live orders', 'trading-session', true],
  ['Manage', 'manage'],
  ['Trading sessions', 'trading-sessions'],
] as const;

/** Everything that can be found, in the order in which it is shown. */
export function entriesOf({ orders, outletNameOf, menus, outlets, catalogs, settings }: Findable): Entry[] {
  return [
    ...orders.map((order) => orderEntry(order, outletNameOf(order.outletId))),
    ...menus.flatMap(itemEntries),
    ...outlets.flatMap(({ id, name }) =>
      screensOfOutlet.map(([label, end, alone]) =>
        entry('Outlets', `${isolated(name)}: ${label}`, '', {
          to: `/outlets/${id}/${end}`,
          ...(alone && { alone }),
        }),
      ),
    ),
    ...catalogs.map(({ id, name }) =>
      entry('Menus', `Edit ${isolated(name)}`, '', { to: `/catalogs/${id}/edit/` }),
    ),
    ...screens.map(([label, to]) => entry('Screens', label, '', { to })),
    ...settings.map(({ label, detail, ...choice }) => entry('Settings', label, detail, choice)),
  ];
}

function orderEntry(order: Order, outletName: string | null): Entry {
  return entry(
    'Orders on the board',
    orderLabel(order),
    joined([outletName, orderTitle(order), cardOf(order.payment), linesOf(order)]),
    { to: orderAddress({ outletId: order.outletId, orderId: order.id }) },
  );
}

type Where = { outletName: string | null; zone: string | undefined };

/** An order that is not on the board; it opens in its session. */
export function foundOrderEntry(order: FoundOrder, { outletName, zone }: Where): Entry {
  return entry(
    'Other orders',
    orderLabel(order),
    joined([formatWhen(order.createdAt, zone), outletName, cardOf(order), linesOf(order)]),
    {
      to: `/outlets/${order.outletId}/trading-sessions/${order.tradingSessionId}?order=${encodeURIComponent(order.id)}`,
    },
  );
}

/** An outlet's sessions, by the days on which they began there. */
export type WithSessions = Pick<Outlet, 'id' | 'name' | 'timeZone'> & {
  tradingSessions: readonly Pick<KnownSession, 'id' | 'startedAt' | 'finishedAt' | 'numberOfOrders'>[];
};

/** Sessions of several outlets, newest first; each is found by its day in words (`sat 21 nov`) and in numbers (`21/11`). */
export function sessionEntries(outlets: readonly WithSessions[]): Entry[] {
  const sessions = outlets.flatMap((outlet) =>
    outlet.tradingSessions.map((session) => ({ outlet, session, zone: zoneOf(outlet) })),
  );
  return sessions
    .toSorted((one, other) => other.session.startedAt.localeCompare(one.session.startedAt))
    .map(({ outlet, session: { id, startedAt, finishedAt, numberOfOrders: orders }, zone }) => {
      const until = finishedAt ? formatTime(finishedAt, zone) : 'now';
      const count = orders === null ? null : orders === 1 ? '1 order' : `${orders} orders`;
      const detail = joined([outlet.name, `${formatTime(startedAt, zone)} – ${until}`, count]);
      return {
        ...entry('Sessions', formatLongDate(startedAt, zone), detail, {
          to: `/outlets/${outlet.id}/trading-sessions/${id}`,
        }),
        also: withAndWithoutNoughts(formatNumericDate(startedAt, zone)),
      };
    });
}

/** The parts there are, each in its own direction. */
const joined = (parts: readonly (string | null)[]) =>
  parts
    .filter(Boolean)
    .map((part) => isolated(part ?? ''))
    .join(' · ');

/** Text in a script from right to left, so that it leaves the figures beside it in their places; any other as it is. */
const isolated = (text: string) =>
  /[\u0590-\u08ff\u200f\u202e\ufb1d-\ufdff\ufe70-\ufeff]/.test(text) ? `\u2068${text}\u2069` : text;

/** `03/06/2026 3/6/2026` */
const withAndWithoutNoughts = (date: string) => `${date} ${date.replaceAll(/\b0/g, '')}`;

function orderLabel(order: Pick<Order, 'orderNumber' | 'tableNumber' | 'customerName' | 'amount'>): string {
  const place = order.tableNumber ? `Table ${order.tableNumber}` : 'Collect';
  return joined([markOf(order), place, order.customerName, formatPence(order.amount)]);
}

const cardOf = ({ card }: { card?: PaidCard | undefined }) => (card ? cardWords(card) : null);

const linesOf = ({ items }: { items: readonly { quantity: number; name: string }[] }) =>
  items.map(({ quantity, name }) => `${quantity} × ${isolated(name)}`).join(', ');

function itemEntries({ outlet, categories }: SoldMenu): Entry[] {
  return categories.flatMap((category) =>
    category.list.map(({ id: itemId, name }) =>
      entry('Mark as sold out', name, joined([category.name, outlet.name]), {
        soldOut: { outletId: outlet.id, itemId, name },
      }),
    ),
  );
}

function entry(group: Entry['group'], label: string, detail: string, choice: Choice): Entry {
  const target = 'to' in choice ? choice.to : `${choice.soldOut.outletId} ${choice.soldOut.itemId}`;
  return { id: `${group} ${target}`, group, label, detail, choice };
}

/** More of one group than a person reads are a reason to type another letter. */
const MOST_OF_A_GROUP = 8;

/**
 * The entries that hold every word of the search, at most eight of a group. Those that begin with it stand first, then
 * those with it in their label; an empty search finds the first of each group.
 */
export function find(entries: readonly Entry[], search: string): Entry[] {
  const words = normal(search).split(/\s+/).filter(Boolean);
  const sought = words.join(' ');
  const found = entries.flatMap((one) => {
    if (words.length === 0) return [{ one, rank: 0 }];
    const { label, all } = normalOf(one);
    if (!words.every((word) => all.includes(word))) return [];
    const rank = beginsWith(label, sought) ? 0 : words.every((word) => label.includes(word)) ? 1 : 2;
    return [{ one, rank }];
  });
  const groups = [...new Set(entries.map(({ group }) => group))];
  return groups.flatMap((group) =>
    found
      .filter(({ one }) => one.group === group)
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, MOST_OF_A_GROUP)
      .map(({ one }) => one),
  );
}

/** Whether the label, or its number without the mark, begins with what is sought. */
const beginsWith = (label: string, sought: string) =>
  label.startsWith(sought) || label.startsWith(`#${sought} `);

type Normal = { label: string; all: string };
const normals = new WeakMap<Entry, Normal>();

/** An entry's texts as they are compared; worked out once, since each letter that is typed compares all of them. */
function normalOf(entry: Entry): Normal {
  const known = normals.get(entry);
  if (known) return known;
  const label = normal(entry.label);
  const found = { label, all: `${label} ${normal(`${entry.detail} ${entry.also ?? ''}`)}` };
  normals.set(entry, found);
  return found;
}

/** In small letters, without accents, and "£14.50" also by "14.50". */
function normal(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\u2068\u2069]/gu, '')
    .toLowerCase();
}
