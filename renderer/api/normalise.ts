import type {
  Catalog,
  CatalogRevision,
  Category,
  Item,
  Modifier,
  ModifierOption,
} from '#shared/api/catalogs.ts';
import type { Order, OrderItem, Refund } from '#shared/api/orders.ts';
import { idOf, record, text, textOrNull, type LooseJson } from '#shared/api/loose-json.ts';
import type { Adjustment, Outlet, TradingSession } from '#shared/api/outlets.ts';
import type { Unattended } from '#shared/api/unattended.ts';
import { readAccount, readStatus } from '#shared/api/read-account.ts';
import { unheardReasons } from '#shared/hearing.ts';
import { allergens, labellingOf, vatRates, type Labelling } from '#shared/catalogs/labelling.ts';
import { pence, sumPence, type Pence } from '#shared/money.ts';
import { itemStatuses, readOrderStatus, type ItemStatus } from '#shared/orders/statuses.ts';

/**
 * Replies of any server that keeps the call table, made into this product's own shapes (D2). Nowhere else does the
 * client know of `_id`, of two spellings, or of a field that another server leaves out.
 */

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
/** A whole number, which some servers send as text; null for anything else. */
const wholeOrNull = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^-?\d+$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
};
const whole = (value: unknown): number => wholeOrNull(value) ?? 0;
const amount = (value: unknown): Pence => pence(Math.max(0, whole(value)));
/** Throws on what was said and cannot be read: a nought in its place would look like a fact. */
const wholeIfSaid = (value: unknown): number => {
  const number = wholeOrNull(value ?? 0);
  if (number === null) throw new TypeError('Not an order');
  return number;
};
const amountIfSaid = (value: unknown): Pence => pence(Math.max(0, wholeIfSaid(value)));
const timeOrNull = (value: unknown): string | null => {
  const at = typeof value === 'number' ? value : Date.parse(text(value));
  return Number.isFinite(at) && value !== null && value !== undefined && value !== ''
    ? new Date(at).toISOString()
    : null;
};

/** Those of the fields that hold a text. */
function given<Name extends string>(json: LooseJson, ...names: Name[]): { [N in Name]?: string } {
  const texts = names.flatMap((name) => (text(json[name]) ? [[name, text(json[name])]] : []));
  return Object.fromEntries(texts) as { [N in Name]?: string };
}

/** A list, or the list inside an object that wraps it; throws on anything else, for a failed load is not an empty one (D35). */
export function readList<T>(value: unknown, name: string, read: (element: unknown) => T): T[] {
  const found = Array.isArray(value)
    ? value
    : (record(value)[name] ?? record(value)['items'] ?? record(value)['data']);
  if (!Array.isArray(found)) throw new TypeError(`Expected a list of ${name}`);
  return found.map(read);
}

export type Profile = ReturnType<typeof readProfile>;

export function readProfile(value: unknown) {
  const json = record(value);
  const said = { ...json, ...record(json['account']) };
  const account = readAccount(said);
  const stripeConnectId = textOrNull(json['stripeConnectId']) ?? account.stripeConnectId;
  return {
    id: account.id,
    companyName: account.companyName,
    stripeConnectId,
    account: { ...account, stripeConnectId },
    /** What the server did say of the account: what it leaves out is no news. */
    said,
    cardsNeedNoAccount: json['cardsNeedNoAccount'] === true,
    ...given(json, 'stripeClientId', 'stripeConnectState', 'stripeConnectError'),
  };
}

/** @param apiBase what an image's address is resolved against, where it is not whole */
export function readOutlet(value: unknown, apiBase = ''): Outlet {
  const json = record(value);
  const catalog = record(json['catalog']);
  const session = record(json['tradingSession']);
  const catalogId = textOrNull(json['catalogId']) ?? textOrNull(idOf(catalog));
  return {
    id: idOf(json),
    name: text(json['name']),
    url: text(json['url']),
    telephone: text(json['telephone']),
    email: text(json['email']),
    lineOne: text(json['lineOne'] ?? json['addressLine1']),
    lineTwo: text(json['lineTwo'] ?? json['addressLine2']),
    city: text(json['city']),
    county: text(json['county']),
    country: text(json['country']),
    postcode: text(json['postcode'] ?? json['postCode']),
    buildingNameOrNumber: text(json['buildingNameOrNumber']),
    street: text(json['street']),
    lat: Number(json['lat'] ?? 0),
    lon: Number(json['lon'] ?? 0),
    services: list(json['services']).map((service) => {
      const { name, slug } = record(service);
      return { name: text(name), slug: text(slug) };
    }),
    serviceTypes: ['table-number', 'order-number'],
    serviceTypeSelected: json['serviceTypeSelected'] === 'order-number' ? 'order-number' : 'table-number',
    availability: json['availability'] === 'open' ? 'open' : 'closed',
    accountStatus: readStatus(json['accountStatus']),
    catalog: catalogId ? { id: catalogId, name: text(catalog['name']) } : null,
    catalogId,
    brandImageUrl: imageAddress(json['brandImageUrl'], apiBase) || null,
    tradingSession: idOf(session)
      ? { id: idOf(session), startedAt: timeOrNull(session['startedAt']) ?? new Date(0).toISOString() }
      : null,
  };
}

/** An address on the API's own origin, for a page that may be on another one, as the till's is. */
function imageAddress(value: unknown, apiBase: string): string {
  const address = text(value);
  return address.startsWith('/') && URL.canParse(apiBase) ? new URL(address, apiBase).href : address;
}

/** `url` is the server's own name for the file, and goes back to it as it stands. */
export function readSignedFile(value: unknown, apiBase: string) {
  const json = record(value);
  return { signedRequest: imageAddress(json['signedRequest'], apiBase), url: text(json['url']) };
}

export function readBrandImage(value: unknown, apiBase: string) {
  return { brandImageUrl: imageAddress(record(value)['brandImageUrl'], apiBase) };
}

export function readTradingSession(value: unknown): TradingSession {
  const json = record(value);
  return {
    id: idOf(json),
    outletId: text(json['outletId']),
    startedAt: timeOrNull(json['startedAt']) ?? new Date(0).toISOString(),
    finishedAt: timeOrNull(json['finishedAt']),
    numberOfOrders: whole(json['numberOfOrders']),
    totalEarnings: whole(json['totalEarnings']),
  };
}

export function readOutletWithSessions(value: unknown, apiBase: string) {
  const json = record(value);
  const sessions = readList(
    json['tradingSessions'] ?? json['sessions'],
    'tradingSessions',
    readTradingSession,
  );
  return { ...readOutlet(json, apiBase), tradingSessions: sessions };
}

/**
 * An order. `version` is 0 where the server has none: such an order is always taken as the newest. Throws where it has no
 * id, no status that is known, or a number that cannot be read.
 */
export function readOrder(value: unknown): Order {
  const json = record(value);
  const payment = record(json['payment']);
  const items = list(json['items']).map(readOrderItem);
  const refunds = list(payment['refunds']).map(readRefund);
  const status = readOrderStatus(json['status']);
  if (!idOf(json) || status === null) throw new TypeError('Not an order');
  const cancellation = record(json['cancellation']);
  return {
    id: idOf(json),
    outletId: text(json['outletId']),
    orderNumber: wholeIfSaid(json['orderNumber']),
    status,
    version: whole(json['version']),
    tableNumber: textOrNull(json['tableNumber']),
    customerName: text(json['customerName']),
    note: textOrNull(json['note']),
    items,
    itemStatus: readItemStatus(json['itemStatus'], items),
    amount: amountIfSaid(json['amount']),
    serviceCharge: amount(json['serviceCharge']),
    tip: amountIfSaid(json['tip']),
    fees: list(json['fees']).map((fee) => ({
      kind: record(fee)['kind'] === 'card' ? ('card' as const) : ('platform' as const),
      amount: amount(record(fee)['amount']),
    })),
    refunded: sumPence(refunds.map((refund) => refund.amount)),
    payment: {
      refunds,
      captureError: textOrNull(payment['captureError']),
      ...(payment['refundPending'] !== undefined && { refundPending: amount(payment['refundPending']) }),
    },
    createdAt: timeOrNull(json['createdAt']) ?? new Date(0).toISOString(),
    acceptedAt: timeOrNull(json['acceptedAt']),
    ...timesOf(json),
    expiresAt: timeOrNull(json['expiresAt']),
    completedAt: timeOrNull(json['completedAt']),
    endedAt: timeOrNull(json['endedAt']) ?? timeOrNull(json['completedAt']),
    cancellation: json['cancellation']
      ? {
          reason: textOrNull(cancellation['reason']),
          stage: readOrderStatus(cancellation['stage']) ?? 'deliver_pending',
        }
      : null,
  };
}

/** How far the order has come to staff; another server tells nothing of it (D33). */
function timesOf(json: Record<string, unknown>): Pick<Order, 'receivedAt' | 'alertedAt' | 'seenAt'> {
  const [receivedAt, alertedAt, seenAt] = ['receivedAt', 'alertedAt', 'seenAt'].map((field) =>
    timeOrNull(json[field]),
  );
  return { ...(receivedAt && { receivedAt }), ...(alertedAt && { alertedAt }), ...(seenAt && { seenAt }) };
}

export function readUnattended(value: unknown): Unattended {
  const { orders, outlets, screens } = record(value);
  return {
    orders: list(orders).map((order) => {
      const json = record(order);
      return {
        id: idOf(json),
        outletId: text(json['outletId']),
        outletName: text(json['outletName']),
        orderNumber: whole(json['orderNumber']),
        tableNumber: textOrNull(json['tableNumber']),
        since: timeOrNull(json['since']) ?? new Date(0).toISOString(),
      };
    }),
    outlets: list(outlets).map((outlet) => {
      const json = record(outlet);
      return {
        id: idOf(json),
        name: text(json['name']),
        since: timeOrNull(json['since']) ?? new Date(0).toISOString(),
      };
    }),
    screens: list(screens).flatMap((screen) => {
      const json = record(screen);
      const why = unheardReasons.find((reason) => reason === json['why']);
      if (!why) return [];
      return {
        outletId: text(json['outletId']),
        outletName: text(json['outletName']),
        screenId: text(json['screenId']),
        screenName: text(json['screenName']),
        why,
        since: timeOrNull(json['since']) ?? new Date(0).toISOString(),
      };
    }),
  };
}

function readOrderItem(value: unknown): OrderItem {
  const json = record(value);
  const itemId = textOrNull(json['itemId']);
  return {
    id: idOf(json),
    ...(itemId !== null && { itemId }),
    name: text(json['name']),
    quantity: Math.max(1, wholeIfSaid(json['quantity'])),
    cost: amountIfSaid(json['cost']),
    modifications: list(json['modifications']).map((modification) => ({
      name: text(record(modification)['name']),
      cost: amount(record(modification)['cost']),
    })),
    ...readLabelling(json),
  };
}

/** Only what is set, and known. */
function readLabelling(json: LooseJson): Labelling {
  const told = list(json['allergens']);
  const contained = allergens.filter((allergen) => told.includes(allergen));
  const vatRate = vatRates.find((rate) => rate === json['vatRate']);
  return labellingOf({ allergens: contained, vatRate });
}

/** Every line has a status; one that is not told is waiting. */
function readItemStatus(value: unknown, items: OrderItem[]): { id: string; status: ItemStatus }[] {
  const told = new Map(
    list(value).map((entry) => {
      const json = record(entry);
      return [text(json['id'] ?? json['itemId'] ?? json['_id'] ?? json['item']), json['status']] as const;
    }),
  );
  return items.map(({ id }) => ({
    id,
    status: itemStatuses.find((status) => status === told.get(id)) ?? 'waiting',
  }));
}

function readRefund(value: unknown): Refund {
  const json = record(value);
  return {
    id: idOf(json),
    amount: amount(json['amount']),
    createdAt: timeOrNull(json['createdAt']) ?? new Date(0).toISOString(),
    reason: textOrNull(json['reason']),
  };
}

export function readAdjustment(value: unknown): Adjustment {
  const json = record(value);
  return {
    ...readRefund(value),
    orderId: text(json['orderId']),
    orderNumber: whole(json['orderNumber']),
  };
}

/** Throws where there is no catalog: one that was not loaded must never be taken for an empty one (D35). */
export function readCatalog(value: unknown): Catalog {
  const json = record(value);
  if (!idOf(json)) throw new TypeError('Expected a catalog');
  const latest = record(json['latestRevision']);
  const categories = readList(latest['categories'] ?? json['categories'] ?? [], 'categories', readCategory);
  return {
    id: idOf(json),
    name: text(json['name']),
    revision: whole(json['revision']),
    categories,
    latestRevision: { categories, createdAt: timeOrNull(latest['createdAt']) ?? new Date(0).toISOString() },
  };
}

/** What a call replied that need not tell of the catalog (spec §7); null where it does not. */
export function readCatalogIfTold(value: unknown): Catalog | null {
  const json = record(value);
  const told =
    idOf(json) && Array.isArray(json['categories'] ?? record(json['latestRevision'])['categories']);
  return told ? readCatalog(json) : null;
}

export function readRevisionSummary(value: unknown) {
  const json = record(value);
  return {
    revision: whole(json['revision']),
    name: text(json['name']),
    createdAt: timeOrNull(json['createdAt']) ?? new Date(0).toISOString(),
  };
}

export function readCatalogRevision(value: unknown): CatalogRevision {
  const { id, categories } = readCatalog(value);
  return { id, categories, ...readRevisionSummary(value) };
}

function readCategory(value: unknown): Category {
  const json = record(value);
  return {
    id: idOf(json),
    name: text(json['name']),
    list: list(json['list'] ?? json['items']).map(readItem),
  };
}

function readItem(value: unknown): Item {
  const json = record(value);
  return {
    id: idOf(json),
    name: text(json['name']),
    cost: amount(json['cost']),
    note: text(json['note']),
    modifiers: list(json['modifiers']).map(readModifier),
    soldOutUntil: textOrNull(json['soldOutUntil']),
    ...readLabelling(json),
  };
}

function readModifier(value: unknown): Modifier {
  const json = record(value);
  return {
    id: idOf(json),
    name: text(json['name']),
    kind: (text(json['kind']) || 'pickOne') as Modifier['kind'],
    note: text(json['note']),
    list: list(json['list'] ?? json['options']).map((option): ModifierOption => ({
      name: text(record(option)['name']),
      cost: amount(record(option)['cost']),
      soldOutUntil: textOrNull(record(option)['soldOutUntil']),
    })),
  };
}
