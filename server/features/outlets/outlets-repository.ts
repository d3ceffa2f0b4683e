import { accountStatus } from '#shared/account-statuses.ts';
import { serviceTypes, type Outlet } from '#shared/api/outlets.ts';
import type { Body } from '#shared/api/contract.ts';
import { v7 as newId } from 'uuid';
import type { Database } from '../../database/database.ts';

export type OutletsRepository = ReturnType<typeof outletsRepository>;

export function outletsRepository({ kysely }: Database) {
  const withCatalogAndSession = (sellerId: string) =>
    kysely
      .selectFrom('outlets')
      .innerJoin('outlet_feeds', 'outlet_feeds.outlet_id', 'outlets.id')
      .leftJoin('catalogs', 'catalogs.id', 'outlets.catalog_id')
      .leftJoin('trading_sessions', 'trading_sessions.id', 'outlet_feeds.trading_session_id')
      .selectAll('outlets')
      .select([
        'catalogs.name as catalog_name',
        'trading_sessions.id as session_id',
        'trading_sessions.started_at as session_started_at',
      ])
      .where('outlets.seller_id', '=', sellerId);
  type Row = Awaited<ReturnType<ReturnType<typeof withCatalogAndSession>['executeTakeFirstOrThrow']>>;

  return {
    async list(sellerId: string): Promise<Outlet[]> {
      const rows = await withCatalogAndSession(sellerId)
        .orderBy('outlets.name')
        .orderBy('outlets.id')
        .execute();
      return rows.map(outletOf);
    },

    /** Null for an unknown outlet and for another seller's. */
    async find(sellerId: string, outletId: string): Promise<Outlet | null> {
      const row = await withCatalogAndSession(sellerId).where('outlets.id', '=', outletId).executeTakeFirst();
      return row ? outletOf(row) : null;
    },

    async create(sellerId: string, body: Body<'POST /sellers/outlets'>, now: Date): Promise<string> {
      const id = newId();
      await kysely.transaction().execute(async (tx) => {
        await tx
          .insertInto('outlets')
          .values({
            id,
            seller_id: sellerId,
            name: body.name,
            url: body.url ?? '',
            telephone: body.telephone ?? '',
            email: body.email ?? '',
            line_one: body.lineOne ?? '',
            line_two: body.lineTwo ?? '',
            city: body.city ?? '',
            county: body.county ?? '',
            country: body.country ?? '',
            postcode: body.postcode ?? '',
            building_name_or_number: body.buildingNameOrNumber ?? '',
            street: body.street ?? '',
            lat: body.lat ?? 0,
            lon: body.lon ?? 0,
            services: JSON.stringify(body.services ?? []),
            service_type: body.serviceTypeSelected ?? 'table-number',
            created_at: now,
          })
          .execute();
        await tx.insertInto('outlet_feeds').values({ outlet_id: id }).execute();
      });
      return id;
    },

    /** False where the outlet or the catalog is not this seller's. */
    async assignCatalog(sellerId: string, outletId: string, catalogId: string): Promise<boolean> {
      const { numUpdatedRows } = await kysely
        .updateTable('outlets')
        .set({ catalog_id: catalogId })
        .where('id', '=', outletId)
        .where('seller_id', '=', sellerId)
        .where((query) =>
          query.exists(
            query
              .selectFrom('catalogs')
              .select('id')
              .where('id', '=', catalogId)
              .where('seller_id', '=', sellerId),
          ),
        )
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
  };

  function outletOf(row: Row): Outlet {
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
}
