import { beforeEach, expect, vi } from 'vitest';
import type { Catalog, Category, Item } from '#shared/api/catalogs.ts';
import { pence } from '#shared/base/money.ts';
import { CallFailed, unreachable } from '../../../renderer/api/failure.ts';
import type { Client } from '../../../renderer/api/client.ts';
import { putItem } from '../../../renderer/catalog-model/edits.ts';
import type { CatalogContent } from '../../../renderer/catalog-model/content.ts';
import { CatalogEditor } from '../../../renderer/catalog-saving/catalog-editor.ts';
import type { Draft, DraftForm, Drafts } from '../../../renderer/catalog-saving/drafts.ts';
import type { ReadyState } from '../../../renderer/catalog-saving/editor-state.ts';

export const tea = { id: 'tea', name: 'Tea', cost: pence(250), note: '', modifiers: [] };
const drinks: Category = { id: 'drinks', name: 'Drinks', list: [tea] };
export const place = { categoryId: 'drinks' };

/** A server of one catalog that checks revisions as the real one does, and can be cut off. */
class Server {
  revisions: CatalogContent[] = [{ name: 'Menu', categories: [drinks] }];
  /** The content of each save, in order of arrival. */
  saves: CatalogContent[] = [];
  /** The outcomes of the next saves; `lost` is done, but its answer is lost. */
  next: ('cut' | 'lost' | 'refused' | 'said to have changed')[] = [];
  /** How many saves were requested. */
  asked = 0;
  loads: 'ok' | 'cut' | 'nonsense' = 'ok';
  underWay = 0;
  most = 0;
  /** What is sold out of it, until when, by item. */
  soldOut = new Map<string, string>();
  /** What the answer to a load waits for, once the catalog was read. */
  onItsWay: Promise<void> | null = null;
  /** Runs while a save is under way. */
  meanwhile: (() => void) | null = null;

  get catalog(): Catalog {
    const { name, categories: stored } = this.revisions.at(-1) ?? { name: '', categories: [] };
    const categories = stored.map((category) => ({ ...category, list: category.list.map(this.#marked) }));
    const latestRevision = { categories, createdAt: '2026-01-01T12:00:00.000Z' };
    return structuredClone({ id: 'c', name, categories, revision: this.revisions.length, latestRevision });
  }

  readonly #marked = (item: Item): Item => {
    const soldOutUntil = this.soldOut.get(item.id);
    return soldOutUntil === undefined ? item : { ...item, soldOutUntil };
  };

  /** Simulates a colleague's save. */
  change(edit: (content: CatalogContent) => CatalogContent): void {
    this.revisions.push(edit(structuredClone(this.revisions.at(-1) as CatalogContent)));
  }

  readonly client = {
    call: (async (
      key: string,
      options: {
        body: CatalogContent & { itemId: string; until: string };
        version: number;
        params: { revision: number };
      },
    ) => {
      await Promise.resolve();
      if (key === 'GET /sellers/catalogs/:catalogId') {
        if (this.loads === 'cut') throw new CallFailed(unreachable);
        if (this.loads === 'nonsense') throw new TypeError('Expected a catalog');
        const read = this.catalog;
        await this.onItsWay;
        return read;
      }
      if (key.endsWith('/sold-out')) {
        const { itemId, until: end } = options.body;
        this.soldOut.set(itemId, end);
        return this.catalog;
      }
      if (key.endsWith('/revisions')) return [{ revision: this.revisions.length }];
      if (key.endsWith('/:revision')) return { ...this.revisions[options.params.revision - 1] };
      if (key.startsWith('PATCH')) return this.#save(options);
      throw new Error(`Unexpected ${key}`);
    }) as Client['call'],
  };

  async #save({ body, version }: { body: CatalogContent; version: number }) {
    this.asked += 1;
    this.underWay += 1;
    this.most = Math.max(this.most, this.underWay);
    const fate = this.next.shift();
    await Promise.resolve();
    this.meanwhile?.();
    this.underWay -= 1;
    if (fate === 'cut') throw new CallFailed(unreachable);
    if (fate === 'refused')
      throw new CallFailed({ ...unreachable, status: 422, code: 'NO', message: 'Too many items.' });
    if (fate === 'said to have changed' || version !== this.revisions.length)
      throw new CallFailed({ ...unreachable, status: 409, code: 'VERSION_CONFLICT', current: this.catalog });
    this.saves.push(structuredClone(body));
    this.revisions.push(structuredClone(body));
    if (fate === 'lost') throw new CallFailed(unreachable);
    return this.catalog;
  }
}

/** Storage that outlives a page, shared by all pages of one browser. */
function memoryDrafts() {
  const contents = new Map<string, Draft>();
  const forms = new Map<string, DraftForm>();
  const alive = new Set<string>();
  const drafts: Drafts = {
    orphans: async () => ({
      drafts: [...contents.values()].filter(({ editorId }) => !alive.has(editorId)),
      forms: [...forms.values()].filter(({ editorId }) => !alive.has(editorId)),
    }),
    live(editorId) {
      alive.add(editorId);
      return () => void alive.delete(editorId);
    },
    keep: async (draft) => void contents.set(draft.editorId, structuredClone(draft)),
    keepForm: async (form) => void forms.set(form.editorId, structuredClone(form)),
    forget: async (editorId) => void contents.delete(editorId),
    forgetForm: async (editorId) => void forms.delete(editorId),
  };
  return { drafts, contents, forms, kill: (editorId: string) => void alive.delete(editorId) };
}

/** The server, and the browser, of the running test of the file that called {@link setUpEditors}. */
export let server: Server;
export let browser: ReturnType<typeof memoryDrafts>;
let waiting: (() => void)[];

/** A new server and a new browser for each test. */
export function setUpEditors(): void {
  beforeEach(() => {
    waiting = [];
    server = new Server();
    browser = memoryDrafts();
  });
}

/** Lets waiting saves retry. */
export const retry = (): void => waiting.splice(0).forEach((again) => again());

export function page(editorId = 'page'): CatalogEditor {
  return new CatalogEditor({
    client: server.client,
    drafts: browser.drafts,
    editorId,
    accountId: 'a',
    catalogId: 'c',
    wait: () => new Promise((resolve) => void waiting.push(resolve)),
  });
}

export async function openPage(editorId?: string): Promise<CatalogEditor> {
  const editor = page(editorId);
  await editor.open();
  return editor;
}

export function ready(editor: CatalogEditor): ReadyState {
  const state = editor.getState();
  if (state.status !== 'ready') throw new Error(state.status);
  return state;
}

export const until = (editor: CatalogEditor, kind: ReadyState['saving']['kind']) =>
  vi.waitFor(() => expect(ready(editor).saving.kind).toBe(kind));

/** Tea at another price. */
export const priced = (cost: number) => putItem(place, { ...tea, cost: pence(cost) });
export const latest = () => server.revisions.at(-1);
