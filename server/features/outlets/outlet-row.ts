import { accountStatus } from '#shared/base/account-statuses.ts';
import { serviceTypes, type Outlet } from '#shared/api/outlets.ts';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { orderingOf } from '../../ordering/ordering-state.ts';

/** The sort key of every list of outlets; case is ignored. */
export const sortName = sql<string>`lower(outlets.name)`;

/** Outlets with their catalog's name and their open session. */
export function outletRows(kysely: Kysely<Schema>) {
  return kysely
    .selectFrom('outlets')
    .innerJoin('outlet_feeds', 'outlet_feeds.outlet_id', 'outlets.id')
    .leftJoin('catalogs', 'catalogs.id', 'outlets.catalog_id')
    .leftJoin('trading_sessions', 'trading_sessions.id', 'outlet_feeds.trading_session_id')
    .innerJoin('accounts as owners', 'owners.id', 'outlets.seller_id')
    .leftJoin('outlet_listening', 'outlet_listening.outlet_id', 'outlets.id')
    .leftJoin('pauses', 'pauses.id', 'outlet_feeds.pause_id')
    .selectAll('outlets')
    .select([
      'catalogs.name as catalog_name',
      'catalogs.menu_hours',
      'trading_sessions.id as session_id',
      'trading_sessions.started_at as session_started_at',
      'owners.status as owner_status',
      'outlet_listening.heard_at',
      'outlet_feeds.paused_until',
      'pauses.from_at as pause_from',
      'pauses.paused_by',
      'pauses.reason as pause_reason',
      'pauses.screen_name as pause_screen',
    ]);
}

export type OutletRow = Awaited<ReturnType<ReturnType<typeof outletRows>['executeTakeFirstOrThrow']>>;

export function outletOf(row: OutletRow, now: Date): Outlet {
  const trades = row.session_id !== null && row.status === 'verified' && row.owner_status === 'verified';
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    telephone: row.telephone,
    email: row.email,
    lineOne: row.line_one,
    lineTwo: row.line_two,
    city: row.city,
    county: row.county,
    country: row.country,
    postcode: row.postcode,
    buildingNameOrNumber: row.building_name_or_number,
    street: row.street,
    lat: row.lat,
    lon: row.lon,
    services: row.services,
    serviceTypes: [...serviceTypes],
    serviceTypeSelected: row.service_type,
    orderExpiryMinutes: row.order_expiry_minutes,
    timeZone: row.time_zone,
    vatNumber: row.vat_number,
    vatRate: row.vat_rate,
    pricesIncludeVat: row.prices_include_vat,
    promisesReadyTime: row.promises_ready_time,
    guestPage: row.guest_page,
    availability: row.session_id ? 'open' : 'closed',
    accountStatus: accountStatus(row.status),
    catalog:
      row.catalog_id && row.catalog_name !== null ? { id: row.catalog_id, name: row.catalog_name } : null,
    catalogId: row.catalog_id,
    brandImageUrl: row.brand_image_url,
    tradingSession:
      row.session_id && row.session_started_at
        ? { id: row.session_id, startedAt: row.session_started_at.toISOString() }
        : null,
    ...(row.menu_hours && { menuHours: row.menu_hours }),
    putOff: row.put_off,
    ordering: orderingOf(row, trades, now),
    stations: { version: row.stations_version, list: row.stations },
  };
}
