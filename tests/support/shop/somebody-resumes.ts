import { sql } from 'kysely';
import type { TestServer } from '../../../server/testing/server.ts';

/** Ends every pause, such as that of an outlet whose orders expired unseen in the test before. */
export async function somebodyResumes({ app, clock, database: { kysely } }: TestServer): Promise<void> {
  await app.doChores();
  await kysely.updateTable('outlet_feeds').set({ pause_id: null, paused_until: null }).execute();
  await kysely
    .updateTable('pauses')
    .set({ ended_at: sql<Date>`least(until, ${clock.now()}::timestamptz)` })
    .where('ended_at', 'is', null)
    .execute();
}
