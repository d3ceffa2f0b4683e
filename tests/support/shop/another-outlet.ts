import type { Trading } from '../../../server/testing/server.ts';
import { server } from './set-up.ts';

/** Another verified outlet of the seller's with the same menu; its id. */
export async function anotherOutlet(owner: Trading, name: string): Promise<string> {
  const { body } = await owner.send('POST', '/sellers/outlets', { name });
  await owner.send('PATCH', `/sellers/outlets/${body.id}/catalog/${owner.catalogId}`);
  await server.database.kysely
    .updateTable('outlets')
    .set({ status: 'verified' })
    .where('id', '=', body.id)
    .execute();
  return body.id as string;
}
