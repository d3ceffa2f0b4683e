import type { Database, Statement } from '../database/database.ts';

const readSeqs: Statement = {
  name: 'feed_seqs',
  sql: `
select outlet_id, seq from outlet_feeds
where outlet_id = any (array(select jsonb_array_elements_text($1::jsonb)))`,
};

/** Reads outlets' counts of order changes from the database. */
export function feedSeqsOf(database: Database) {
  return {
    /** Null if the outlet is not the seller's. */
    async feedSeq(sellerId: string, outletId: string): Promise<number | null> {
      const row = await database.kysely
        .selectFrom('outlet_feeds')
        .innerJoin('outlets', 'outlets.id', 'outlet_feeds.outlet_id')
        .select('outlet_feeds.seq')
        .where('outlets.id', '=', outletId)
        .where('outlets.seller_id', '=', sellerId)
        .executeTakeFirst();
      return row?.seq ?? null;
    },

    /** The counts of all these outlets, whoever owns them. */
    async feedSeqs(outletIds: string[]): Promise<ReadonlyMap<string, number>> {
      const rows = await database.run<{ outlet_id: string; seq: number }>(readSeqs, [
        JSON.stringify(outletIds),
      ]);
      return new Map(rows.map((row) => [row.outlet_id, row.seq]));
    },
  };
}
