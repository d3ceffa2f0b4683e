import { accountStatus } from '#shared/base/account-statuses.ts';
import { serviceTypes, type Outlet } from '#shared/api/outlets.ts';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';

/** The sort key of every list of outlets; case is ignored. */
export const sortName = sql<string>`lower(outlets.name)`;

/** Outlets with their catalog's name and their open session. */
export function outletRows(kysely: Kysely<Schema>) {
  return kysely
    .selectFrom('outlets')
    .innerJoin('outlet_feeds', 'outlet_feeds.outlet_id', 'outlets.id')
    .leftJoin('catalogs', 'catalogs.id', 'outlets.catalog_id')
    .leftJoin('trading_sessions', 'trading_sessions.id', 'outlet_feeds.trading_session_id')
    .selectAll('outlets')
    .select([
      'catalogs.name as catalog_name',
      'trading_sessions.id as session_id',
      'trading_sessions.started_at as session_started_at',
    ]);
}

export type OutletRow = Awaited<ReturnType<ReturnType<typeof outletRows>['executeTakeFirstOrThrow']>>;

export function outletOf(row: OutletRow): Outlet {
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
  };
}
