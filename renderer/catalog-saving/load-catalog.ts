import type { Catalog } from '#shared/api/catalogs.ts';
import type { Client } from '../api/client.ts';
import { CallFailed } from '../api/failure.ts';

/** The catalog as the server has it. Some servers have it only in their list. */
export async function loadCatalog(client: Pick<Client, 'call'>, catalogId: string): Promise<Catalog> {
  try {
    return await client.call('GET /sellers/catalogs/:catalogId', { params: { catalogId } });
  } catch (error) {
    if (!(error instanceof CallFailed) || error.failure.status !== 404) throw error;
    const listed = (await client.call('GET /sellers/catalogs', {})).find(({ id }) => id === catalogId);
    if (!listed) throw error;
    const categories = listed.categories ?? [];
    return { ...listed, categories, latestRevision: { categories, createdAt: '' } };
  }
}
