import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Category } from '#shared/api/catalogs.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import type { VatRate } from '#shared/base/labelling.ts';
import { withOutletVat, type OutletVat } from '#shared/catalogs/outlet-vat.ts';
import { hasHours, offersOf, type Offers } from '#shared/catalogs/served.ts';
import type { PutOff } from '#shared/base/menu-hours.ts';
import type { Portions } from '#shared/catalogs/portions.ts';
import { withSoldOut, type SoldOutMark } from '#shared/catalogs/sold-out.ts';
import type { Database, Statement } from '../../database/database.ts';
import { batchedRead } from '../../database/batched-read.ts';
import { orderingColumns, orderingTables, type OrderingRow } from '../../ordering/ordering-state.ts';

/**
 * What a customer's request needs to know of an outlet. The statement that places an order checks that it is current.
 */
export type MenuFacts = {
  outletName: string;
  brandImageUrl: string | null;
  serviceType: Outlet['serviceTypeSelected'];
  /** How long an order waits for an answer; null: as long as the server's setting says. */
  expiryMinutes: number | null;
  /** Outlet and seller are verified, so anybody may read the menu. */
  isPublic: boolean;
  /** Its guests can order on the server's own page. */
  guestPage: boolean;
  open: boolean;
  /** The seller's account with the card provider, if one is connected. */
  paymentAccount: string | null;
  /** By whose clocks its hours are, and which of their ends were put off. */
  zone: string;
  putOff: PutOff[];
  catalog: MenuCatalog | null;
};

/** An outlet's facts, and what changes too often to be one of them: whether it takes orders now, and what is left. */
export type CurrentMenu = { facts: MenuFacts; ordering: OrderingRow; portions: Portions };

/** Valid for one revision of the catalog and one version of its sold-out marks, which the outlet's VAT raises too. */
export type MenuCatalog = {
  id: string;
  name: string;
  revision: number;
  soldOutVersion: number;
  /** The categories as they were saved, without sold-out marks and the outlet's VAT. */
  saved: Category[];
  /** As they are sold here, at any time. */
  categories: Category[];
  vat: OutletVat;
  offers: Offers;
  hasHours: boolean;
};

type FactsRow = {
  id: string;
  name: string;
  brand_image_url: string | null;
  service_type: Outlet['serviceTypeSelected'];
  expiry_minutes: number | null;
  verified: boolean;
  open: boolean;
  payment_account: string | null;
  catalog_id: string | null;
  catalog_name: string | null;
  revision: number | null;
  sold_out: SoldOutMark[] | null;
  sold_out_version: number | null;
  vat_rate: VatRate | null;
  prices_include_vat: boolean;
  time_zone: string;
  put_off: PutOff[];
  guest_page: boolean;
};

/** Everything but the categories, which are large and rarely change. */
const readFacts: Statement = {
  name: 'menu_facts',
  sql: `
select o.id, o.name, o.brand_image_url, o.service_type, o.order_expiry_minutes as expiry_minutes,
  o.status = 'verified' and a.status = 'verified' as verified,
  f.trading_session_id is not null and o.status = 'verified' and a.status = 'verified' as open,
  a.stripe_connect_id as payment_account, c.id as catalog_id, c.name as catalog_name, c.revision,
  c.sold_out, c.sold_out_version, o.vat_rate, o.prices_include_vat, o.time_zone, o.put_off, o.guest_page, f.portions,
  ${orderingColumns}
from outlets o
join accounts a on a.id = o.seller_id
join outlet_feeds f on f.outlet_id = o.id
left join catalogs c on c.id = o.catalog_id${orderingTables}
where o.id = any (array(select jsonb_array_elements_text($1::jsonb)))`,
};

const readCategories: Statement = {
  name: 'menu_categories',
  sql: 'select categories from catalog_revisions where catalog_id = $1 and revision = $2',
};

const MOST_OUTLETS = 1_000;

/** What changes often. */
type Often = Omit<CurrentMenu, 'facts'>;
type FoundRow = FactsRow & OrderingRow & Pick<CurrentMenu, 'portions'>;
type Cached = { row: FactsRow; facts: Promise<MenuFacts>; often: Often };

export type MenuCache = ReturnType<typeof menuCache>;

/** Caches the menus of the outlets that were asked for most recently. */
export function menuCache(database: Database) {
  /** Of concurrent requests for an uncached menu, only the first reads it. */
  const cached = new LRUCache<string, Cached>({ max: MOST_OUTLETS });
  const factsOf = batchedRead<string, FoundRow>(
    (id) => id,
    async (ids) => {
      const rows = await database.run<FoundRow>(readFacts, [JSON.stringify(ids)]);
      return new Map(rows.map((row) => [row.id, row]));
    },
  );

  /**
   * The current menu; its facts are the same object while they do not change. The categories come from memory while
   * their revision is the same.
   */
  async function load(outletId: string): Promise<CurrentMenu | null> {
    const found = await factsOf(outletId);
    if (!found) {
      cached.delete(outletId);
      return null;
    }
    const { row, often } = parted(found);
    const known = cached.get(outletId);
    if (known && isDeepStrictEqual(known.row, row)) {
      known.often = often;
      return { facts: await known.facts, ...often };
    }
    const entry = { row, facts: read(row, known?.facts ?? null), often };
    cached.set(outletId, entry);
    entry.facts.catch(() => {
      if (cached.peek(outletId) === entry) cached.delete(outletId);
    });
    return { facts: await entry.facts, ...often };
  }

  async function read(row: FactsRow, known: Promise<MenuFacts> | null): Promise<MenuFacts> {
    const before = await known?.catch(() => null);
    return {
      outletName: row.name,
      brandImageUrl: row.brand_image_url,
      serviceType: row.service_type,
      expiryMinutes: row.expiry_minutes,
      isPublic: row.verified,
      open: row.open,
      paymentAccount: row.payment_account,
      zone: row.time_zone,
      putOff: row.put_off,
      guestPage: row.guest_page,
      catalog: await catalogOf(row, before?.catalog ?? null),
    };
  }

  async function catalogOf(row: FactsRow, known: MenuFacts['catalog']): Promise<MenuFacts['catalog']> {
    const { catalog_id: id, catalog_name: name, revision, sold_out, sold_out_version: soldOutVersion } = row;
    if (id === null || name === null || revision === null || soldOutVersion === null) return null;
    const same = known?.id === id && known.revision === revision;
    const vat = { rate: row.vat_rate, pricesIncludeVat: row.prices_include_vat };
    const isSold = same && known.soldOutVersion === soldOutVersion && isDeepStrictEqual(known.vat, vat);
    if (isSold) return { ...known, name };
    const saved = same ? known.saved : await savedCategories(id, revision);
    if (!saved) return null;
    const categories = withOutletVat(withSoldOut(saved, sold_out ?? []), vat);
    const derived = { categories, vat, offers: offersOf(categories), hasHours: hasHours(categories) };
    return { id, name, revision, soldOutVersion, saved, ...derived };
  }

  async function savedCategories(id: string, revision: number): Promise<Category[] | null> {
    const [found] = await database.run<{ categories: Category[] }>(readCategories, [id, revision]);
    return found?.categories ?? null;
  }

  return {
    load,
    /**
     * The cached menu if there is one, otherwise the current one. It may be out of date; the caller must check.
     */
    async remembered(outletId: string): Promise<CurrentMenu | null> {
      const known = cached.get(outletId);
      const facts = await known?.facts.catch(() => null);
      return known && facts ? { facts, ...known.often } : load(outletId);
    },
  };
}

function parted(found: FoundRow): { row: FactsRow; often: Often } {
  const { heard_at, pause_from, paused_until, paused_by, pause_reason, pause_screen, portions, ...row } =
    found;
  const ordering = { heard_at, pause_from, paused_until, paused_by, pause_reason, pause_screen };
  return { row, often: { ordering, portions } };
}
