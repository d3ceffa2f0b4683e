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
};
/** A popup that somebody was typing in. */
export type DraftForm = Pick<Draft, 'editorId' | 'accountId' | 'catalogId'> & { form: OpenForm };
export type Orphans = { drafts: Draft[]; forms: DraftForm[] };

/** The storage of unsaved work. A call that stores something resolves once that would survive a crash. */
export type Drafts = {
  /** The drafts of pages that no longer exist. */
  orphans(accountId: string, catalogId: string): Promise<Orphans>;
  /** Marks this page as alive; its drafts belong to no other page until it is gone. */
  live(editorId: string): void;
  keep(draft: Draft): Promise<void>;
  keepForm(form: DraftForm): Promise<void>;
  forget(editorId: string): Promise<void>;
  forgetForm(editorId: string): Promise<void>;
};

const NAME = 'servery-drafts';
const stores = { contents: 'contents', forms: 'forms' } as const;
type StoreName = (typeof stores)[keyof typeof stores];

/** Drafts in IndexedDB, written through to the disk. Every method rejects if the browser stores nothing. */
export function browserDrafts(): Drafts {
  let opened: Promise<IDBDatabase> | undefined;
  const open = () => (opened ??= openDatabase());
  const write = async (store: StoreName, change: (store: IDBObjectStore) => void) => {
    const transaction = (await open()).transaction(store, 'readwrite', { durability: 'strict' });
    change(transaction.objectStore(store));
    await completed(transaction);
  };
  const readAll = async <T>(store: StoreName): Promise<T[]> => {
    const request = (await open()).transaction(store).objectStore(store).getAll();
    // Only this module writes there, under this version of the database.
    return (await succeeded(request)) as T[];
  };
  return {
    async orphans(accountId, catalogId) {
      const alive = await livePages();
      const isOrphan = (entry: Pick<Draft, 'editorId' | 'accountId' | 'catalogId'>) =>
        entry.accountId === accountId && entry.catalogId === catalogId && !alive.has(lockOf(entry.editorId));
      const drafts = await readAll<Draft>(stores.contents);
      const forms = await readAll<DraftForm>(stores.forms);
      return { drafts: drafts.filter(isOrphan), forms: forms.filter(isOrphan) };
    },
    live(editorId) {
      // Held while the page lives; the browser releases it when the page dies.
      void navigator.locks?.request(lockOf(editorId), () => new Promise<never>(() => undefined));
    },
    keep: (draft) => write(stores.contents, (store) => store.put(draft)),
    keepForm: (form) => write(stores.forms, (store) => store.put(form)),
    forget: (editorId) => write(stores.contents, (store) => store.delete(editorId)),
    forgetForm: (editorId) => write(stores.forms, (store) => store.delete(editorId)),
  };
}

const lockOf = (editorId: string) => `catalog-editor-${editorId}`;

async function livePages(): Promise<Set<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name = '' }) => name));
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.addEventListener('upgradeneeded', () => {
    for (const name of Object.values(stores)) request.result.createObjectStore(name, { keyPath: 'editorId' });
  });
  return succeeded(request);
}

function succeeded<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error));
  });
}
