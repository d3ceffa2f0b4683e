import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb';
import type { CatalogContent } from '../catalog-model/content.ts';
import type { OpenForm } from '../catalog-model/forms.ts';

/** One page's unsaved edits of one catalog. */
export type Draft = {
  /** The page's own id, so that two tabs never overwrite each other. */
  editorId: string;
  accountId: string;
  catalogId: string;
  base: { content: CatalogContent; revision: number };
  mine: CatalogContent;
  /** Saves from `base` that may or may not have reached the server. */
  sent: CatalogContent[];
  /** When it was stored last, in Unix ms; missing in what an older version stored. */
  at?: number;
};
/** A popup that somebody was typing in. */
export type DraftForm = Pick<Draft, 'editorId' | 'accountId' | 'catalogId'> & { form: OpenForm };
export type Orphans = { drafts: Draft[]; forms: DraftForm[] };

/** The storage of unsaved work. A call that stores something resolves once that would survive a crash. */
export type Drafts = {
  /** The drafts of pages that no longer exist. */
  orphans(accountId: string, catalogId: string): Promise<Orphans>;
  /** Marks an editor as alive; its drafts belong to no other until its page is gone, or the returned function is called. */
  live(editorId: string): () => void;
  keep(draft: Draft): Promise<void>;
  keepForm(form: DraftForm): Promise<void>;
  forget(editorId: string): Promise<void>;
  forgetForm(editorId: string): Promise<void>;
};

const stores = ['contents', 'forms'] as const;
interface Kept extends DBSchema {
  contents: { key: string; value: Draft };
  forms: { key: string; value: DraftForm };
}

/** Drafts in IndexedDB, written through to the disk. Every method rejects if the browser stores nothing. */
export function browserDrafts(): Drafts {
  let opened: Promise<IDBPDatabase<Kept>> | undefined;
  const open = () => (opened ??= openDatabase());
  async function write<Name extends (typeof stores)[number]>(
    name: Name,
    change: (store: IDBPObjectStore<Kept, [Name], Name, 'readwrite'>) => Promise<unknown>,
  ): Promise<void> {
    const { store, done } = (await open()).transaction(name, 'readwrite', { durability: 'strict' });
    await Promise.all([change(store), done]);
  }
  return {
    async orphans(accountId, catalogId) {
      const alive = await livePages();
      const isOrphan = (entry: Pick<Draft, 'editorId' | 'accountId' | 'catalogId'>) =>
        entry.accountId === accountId && entry.catalogId === catalogId && !alive.has(lockOf(entry.editorId));
      // Only this module writes there, under this version of the database.
      const drafts = await (await open()).getAll('contents');
      const forms = await (await open()).getAll('forms');
      return { drafts: drafts.filter(isOrphan), forms: forms.filter(isOrphan) };
    },
    live(editorId) {
      let release = () => {};
      const end = new Promise<void>((resolve) => (release = resolve));
      // The browser releases it when the page dies.
      void navigator.locks?.request(lockOf(editorId), () => end);
      return release;
    },
    keep: (draft) => write('contents', (store) => store.put(draft)),
    keepForm: (form) => write('forms', (store) => store.put(form)),
    forget: (editorId) => write('contents', (store) => store.delete(editorId)),
    forgetForm: (editorId) => write('forms', (store) => store.delete(editorId)),
  };
}

const lockOf = (editorId: string) => `catalog-editor-${editorId}`;

async function livePages(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name = '' }) => name));
}

function openDatabase(): Promise<IDBPDatabase<Kept>> {
  return openDB<Kept>('servery-drafts', 1, {
    upgrade(database) {
      for (const name of stores) database.createObjectStore(name, { keyPath: 'editorId' });
    },
  });
}
