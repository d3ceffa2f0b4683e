import type { CatalogContent } from '../catalog-model/content.ts';
import type { OpenForm } from '../catalog-model/forms.ts';

/** What the server does not have yet of one catalog, as one page was editing it. */
export type Draft = {
  /** The page's own: two tabs never write over each other. */
  editorId: string;
  accountId: string;
  catalogId: string;
  base: { content: CatalogContent; revision: number };
  mine: CatalogContent;
  /** Saves made from `base` that may or may not have reached the server. */
  sent: CatalogContent[];
};
/** A popup somebody was typing in. */
export type DraftForm = Pick<Draft, 'editorId' | 'accountId' | 'catalogId'> & { form: OpenForm };
export type Orphans = { drafts: Draft[]; forms: DraftForm[] };

/** Where unsaved work waits. Each call that keeps something resolves when that would outlive a crash, and not before. */
export type Drafts = {
  /** What pages left behind that are no more. */
  orphans(accountId: string, catalogId: string): Promise<Orphans>;
  /** Says that this page lives; its drafts are nobody else's until it is gone. */
  live(editorId: string): void;
  keep(draft: Draft): Promise<void>;
  keepForm(form: DraftForm): Promise<void>;
  forget(editorId: string): Promise<void>;
  forgetForm(editorId: string): Promise<void>;
};

const NAME = 'servery-drafts';
const stores = { contents: 'contents', forms: 'forms' } as const;
type StoreName = (typeof stores)[keyof typeof stores];

/** Drafts in IndexedDB, written through to the disk. Every method rejects where the browser keeps nothing. */
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
    // What stands there is what this module wrote under this version of the database.
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
      // Held for as long as the page lives, and let go by the browser when it dies.
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
