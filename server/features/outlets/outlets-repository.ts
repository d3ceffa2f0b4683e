import type { Outlet } from '#shared/api/outlets.ts';
import type { Body } from '#shared/api/contract.ts';
import type { Station } from '#shared/api/stations.ts';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Clock } from '../../core/clock.ts';
import { isDatabaseError, sqlState, type Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { onceForKey, type Keyed } from '../../http/once-for-key.ts';
import type { Refusal } from '../../http/refusal.ts';
import { outletOf, outletRows, sortName } from './outlet-row.ts';

export type OutletsRepository = ReturnType<typeof outletsRepository>;

export function outletsRepository({ kysely }: Database, clock: Clock) {
  const rowsOf = (sellerId: string) => outletRows(kysely).where('outlets.seller_id', '=', sellerId);

  /** Null for an unknown outlet and for another seller's. */
  async function find(sellerId: string, outletId: string): Promise<Outlet | null> {
    const row = await rowsOf(sellerId).where('outlets.id', '=', outletId).executeTakeFirst();
    return row ? outletOf(row, clock.now()) : null;
  }

  return {
    async list(sellerId: string): Promise<Outlet[]> {
      const rows = await rowsOf(sellerId).orderBy(sortName).orderBy('outlets.id').execute();
      const now = clock.now();
      return rows.map((row) => outletOf(row, now));
    },

    find,

    create(body: Body<'POST /sellers/outlets'>, keyed: Keyed): Promise<Outlet | Refusal> {
      const id = newId();
      return onceForKey(kysely, keyed, async (tx) => {
        await tx
          .insertInto('outlets')
          .values({
            ...columnsOf(body),
            id,
            seller_id: keyed.accountId,
            created_at: keyed.now,
          })
          .execute();
        await tx.insertInto('outlet_feeds').values({ outlet_id: id }).execute();
        const row = await outletRows(tx).where('outlets.id', '=', id).executeTakeFirstOrThrow();
        return outletOf(row, keyed.now);
      });
    },

    /** Fields that the body leaves out stay as they are. False if the outlet is not this seller's. */
    async update(
      sellerId: string,
      outletId: string,
      body: Body<'PATCH /sellers/outlets/:outletId'>,
    ): Promise<boolean> {
      return kysely.transaction().execute(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('outlets')
          .set(columnsOf(body))
          .where('id', '=', outletId)
          .where('seller_id', '=', sellerId)
          .executeTakeFirstOrThrow();
        const found = numUpdatedRows > 0n;
        const sellsOtherwise = [body.vatRate, body.pricesIncludeVat, body.timeZone].some(
          (value) => value !== undefined,
        );
        if (found && sellsOtherwise) await sellAnew(tx, outletId);
        return found;
      });
    },

    /** `stale` if somebody has changed them since the expected version. */
    async setStations(
      sellerId: string,
      outletId: string,
      stations: Station[],
      expected: number | null,
    ): Promise<'set' | 'stale' | 'not-found'> {
      return kysely.transaction().execute(async (tx) => {
        const before = await locked(tx, sellerId, outletId);
        if (!before) return 'not-found';
        if (expected !== null && expected !== before.stations_version) return 'stale';
        await tx
          .updateTable('outlets')
          .set({ stations: JSON.stringify(stations), stations_version: before.stations_version + 1 })
          .where('id', '=', outletId)
          .execute();
        return 'set';
      });
    },

    /** Resolves to the address of the image that is replaced. */
    async setBrandImage(sellerId: string, outletId: string, url: string): Promise<string | null> {
      return kysely.transaction().execute(async (tx) => {
        const before = await locked(tx, sellerId, outletId);
        if (!before) return null;
        await tx.updateTable('outlets').set({ brand_image_url: url }).where('id', '=', outletId).execute();
        return before.brand_image_url;
      });
    },

    /** Those of the addresses that are some outlet's image. */
    async imagesInUse(urls: string[]): Promise<Set<string>> {
      const rows = await kysely
        .selectFrom('outlets')
        .select('brand_image_url')
        .where('brand_image_url', 'in', urls)
        .execute();
      return new Set(rows.flatMap(({ brand_image_url: url }) => url ?? []));
    },

    /** False if the outlet or the catalog is not this seller's. */
    async assignCatalog(sellerId: string, outletId: string, catalogId: string): Promise<boolean> {
      try {
        return await kysely.transaction().execute(async (tx) => {
          const { numUpdatedRows } = await tx
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
          const assigned = numUpdatedRows > 0n;
          // It may be cached with the VAT and the clocks that the outlet had when it was last assigned.
          if (assigned) await sellAnew(tx, outletId);
          return assigned;
        });
      } catch (error) {
        // The catalog was deleted at this very moment.
        if (isDatabaseError(error, sqlState.foreignKeyViolation)) return false;
        throw error;
      }
    },
  };
}

/** The outlet until the transaction's end; undefined if it is not this seller's. */
function locked(tx: Transaction<Schema>, sellerId: string, outletId: string) {
  return tx
    .selectFrom('outlets')
    .select(['stations_version', 'brand_image_url'])
    .where('id', '=', outletId)
    .where('seller_id', '=', sellerId)
    .forUpdate()
    .executeTakeFirst();
}

/** Makes cached copies of the outlet's menu out of date: no order is sold by the VAT or the clocks that it had before. */
async function sellAnew(tx: Transaction<Schema>, outletId: string): Promise<void> {
  await tx
    .updateTable('catalogs')
    .set({ sold_out_version: sql<number>`sold_out_version + 1` })
    .where('id', 'in', tx.selectFrom('outlets').select('catalog_id').where('id', '=', outletId))
    .execute();
}

/** The columns for the body's fields; Kysely skips undefined values. */
function columnsOf(body: Body<'POST /sellers/outlets'>) {
  return {
    name: body.name,
    url: body.url,
    telephone: body.telephone,
    email: body.email,
    line_one: body.lineOne,
    line_two: body.lineTwo,
    city: body.city,
    county: body.county,
    country: body.country,
    postcode: body.postcode,
    building_name_or_number: body.buildingNameOrNumber,
    street: body.street,
    lat: body.lat,
    lon: body.lon,
    services: body.services && JSON.stringify(body.services),
    service_type: body.serviceTypeSelected,
    order_expiry_minutes: body.orderExpiryMinutes,
    time_zone: body.timeZone,
    vat_number: body.vatNumber,
    vat_rate: body.vatRate,
    prices_include_vat: body.pricesIncludeVat,
    promises_ready_time: body.promisesReadyTime,
    guest_page: body.guestPage,
  };
}
