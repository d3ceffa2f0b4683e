import type { Client } from '../../../renderer/api/client.ts';
import { readCatalog } from '../../../renderer/api/read-catalog.ts';
import { CatalogEditor } from '../../../renderer/catalog-saving/catalog-editor.ts';

const kept = async () => {};
const nothingKept = { live: () => () => {}, keep: kept, keepForm: kept, forget: kept, forgetForm: kept };

/** The editor of a menu, in a browser that stores nothing, at a server that takes every change. */
export async function openEditor(categories: unknown[] = []): Promise<CatalogEditor> {
  let menu: object = { name: 'Menu', categories };
  const call = async (_key: string, { body }: { body?: object }) => {
    menu = body ?? menu;
    return readCatalog({ id: 'menu', ...menu });
  };
  const editor = new CatalogEditor({
    client: { call: call as Client['call'] },
    drafts: { ...nothingKept, orphans: async () => ({ drafts: [], forms: [] }) },
    editorId: 'editor',
    accountId: 'seller',
    catalogId: 'menu',
  });
  await editor.open();
  return editor;
}
