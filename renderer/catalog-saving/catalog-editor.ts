import type { Catalog } from '#shared/api/catalogs.ts';
import { CallFailed, failureOf, type Failure } from '../api/failure.ts';
import type { Client } from '../api/client.ts';
import { readCatalogIfTold } from '../api/read-catalog.ts';
import { contentOf, soldOutOf, type CatalogContent } from '../catalog-model/content.ts';
import type { Edit } from '../catalog-model/edits.ts';
import { hasItsPlace, type OpenForm } from '../catalog-model/forms.ts';
import { tooMany } from '../catalog-model/too-many.ts';
import { merge, type Choices } from '../catalog-model/merge.ts';
import { same } from '../api/same.ts';
import { sharing } from '../catalog-model/sharing.ts';
import { collidedStill, editedSince } from './edited-since.ts';
import {
  baseOf,
  isDirty,
  readyWith,
  type Base,
  type EditorState,
  type ReadyState,
  type Saving,
} from './editor-state.ts';
import type { Draft, Drafts } from './drafts.ts';
import { differencesOf, isRecent } from './left-work.ts';
import { PersistedWork } from './persisted-work.ts';
import { loadCatalog } from './load-catalog.ts';
import { retryDelay } from './retry-delay.ts';
import { soldOutEnds } from './sold-out-ends.ts';

export type EditorOptions = {
  client: Pick<Client, 'call'>;
  drafts: Drafts;
  editorId: string;
  accountId: string;
  catalogId: string;
  /** Resolves after `delayMs`, or as soon as a retry may succeed. */
  wait?: (delayMs: number) => Promise<void>;
};

/**
 * One catalog that is being edited: its state on the screen, and saving it. Saves are sent one at a time, each with
 * the newest state and the revision that it is based on. A cut is waited out, and a colleague's save is merged.
 */
export class CatalogEditor {
  readonly #options: Required<EditorOptions>;
  readonly #listeners = new Set<() => void>();
  readonly #work: PersistedWork;
  readonly #soldOutEnds = soldOutEnds((soldOut) => this.#update({ soldOut }));
  #state: EditorState = { status: 'loading' };
  /** Saves from the current base whose outcome is unknown; the server has at most one of them. */
  #sent: CatalogContent[] = [];
  /** The content that was refused, which is not sent again unchanged. */
  #refused: CatalogContent | null = null;
  /** Work that was asked about, and is to be saved. */
  #agreed: Draft | null = null;
  #running = false;
  #held = false;
  #stopped = false;

  constructor(options: EditorOptions) {
    this.#options = { wait: retryDelay, ...options };
    this.#work = new PersistedWork(options, (persisted) => this.#update(persisted));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getState = (): EditorState => this.#state;

  /** Loads the catalog and restores what an earlier page left unsaved. Unsaved work of this page continues. */
  async open(): Promise<void> {
    this.#stopped = false;
    this.#refused = null;
    const opened = this.#ready;
    if (opened && isDirty(opened)) return this.#save();
    if (!opened) this.#set({ status: 'loading' });
    try {
      const { client, catalogId } = this.#options;
      const [catalog] = await Promise.all([
        loadCatalog(client, catalogId),
        !opened && this.#work.findOrphans(),
      ]);
      if (opened) return this.#adopt(catalog, opened);
      this.#set(readyWith(catalog));
    } catch (error) {
      if (!opened) this.#set({ status: 'failed', message: failureOf(error).message });
      return;
    }
    await this.#takeUpOrphan();
    this.#takeUpForm();
  }

  /** Does nothing before the catalog is loaded. */
  edit(change: Edit): void {
    const state = this.#ready;
    if (!state) return;
    const content = change(state.content);
    if (content === state.content) return;
    this.#update({ content });
    this.#changed();
  }

  /** Saves what was entered into a form or dialog that was opened on the content as `opened` makes it. */
  editSince(opened: Edit, change: Edit): void {
    const state = this.#ready;
    if (!state) return;
    const edited = editedSince(state, opened, change);
    if (!edited.saving) return this.edit(() => edited.content);
    this.#update(edited);
    this.#keep();
  }

  /** Saves the work that was left unsaved long ago, or discards it. */
  answerLeft(answer: 'save' | 'discard'): void {
    const left = this.#ready?.left;
    if (!left) return;
    this.#update({ left: null });
    if (answer === 'save') this.#agreed = left;
    else this.#work.discardDraft();
    void this.#takeUpOrphan();
  }

  /** Opens a form, stores what is typed in it, or closes it with null. */
  setForm(form: OpenForm | null): void {
    this.#update({ form, formPersisted: form === null });
    this.#work.keepForm(form);
  }

  /** Settles collisions by the chosen sides. What has changed again meanwhile collides anew. */
  resolve(choices: Choices): void {
    const state = this.#ready;
    if (state?.saving.kind !== 'collided') return;
    const { theirs } = state.saving;
    const { merged } = merge(state.base.content, state.content, theirs.content, choices);
    this.#update({ base: theirs, content: sharing(state.content, merged), saving: { kind: 'saving' } });
    this.#changed();
  }

  /** Marks an item or an option sold out, or with null offers it again. Rejects with the call's failure. */
  async markSoldOut(
    place: { itemId: string; modifierId?: string; option?: string },
    until: string | null,
  ): Promise<void> {
    const { client, catalogId } = this.#options;
    const body = { ...place, until };
    const catalog = await client.call('POST /sellers/catalogs/:catalogId/sold-out', {
      params: { catalogId },
      body,
    });
    this.#update({ soldOut: soldOutOf(catalog) });
  }

  /**
   * Merges what others have saved, unless a save is under way, which will meet it. Fetches only the newest revision's
   * number, or with `whole` everything, including what is sold out.
   */
  async refresh(whole: boolean): Promise<void> {
    const state = this.#ready;
    if (!state || this.#running || this.#held || state.form || state.saving.kind !== 'saved') return;
    try {
      if (whole || (await this.#newestRevision()) > state.base.revision)
        this.#adopt(await loadCatalog(this.#options.client, this.#options.catalogId), state);
    } catch {
      // Retried soon; the screen stays as it is.
    }
  }

  /** While something is being dragged, no colleague's change is shown. */
  hold(held: boolean): void {
    this.#held = held;
  }

  /** Another account has signed in; unsaved work waits in its drafts. */
  stop(): void {
    this.#stopped = true;
    this.#soldOutEnds.stop();
    this.#work.release();
  }

  get #ready(): ReadyState | null {
    return this.#state.status === 'ready' ? this.#state : null;
  }

  #set(state: EditorState): void {
    this.#state = state;
    if (state.status === 'ready') this.#soldOutEnds.watch(state.soldOut);
    for (const listener of this.#listeners) listener();
  }

  #update(change: Partial<ReadyState>): void {
    if (this.#ready) this.#set({ ...this.#ready, ...change });
  }

  /** A collision stays until a side is chosen. */
  #now(saving: Saving): void {
    if (this.#ready?.saving.kind !== 'collided') this.#update({ saving });
  }

  async #newestRevision(): Promise<number> {
    const { client, catalogId } = this.#options;
    const query = { limit: 1 };
    const key = 'GET /sellers/catalogs/:catalogId/revisions';
    const [newest] = await client.call(key, { params: { catalogId }, query });
    return newest?.revision ?? 0;
  }

  /** Takes the server's state, unless something was edited or marked since it was requested, or is being typed in a form. */
  #adopt(catalog: Catalog, asked: ReadyState): void {
    const state = this.#ready;
    if (!state || state.form || this.#running || this.#held || isDirty(state)) return;
    if (state.base !== asked.base || state.soldOut !== asked.soldOut) return;
    const content = sharing(state.content, contentOf(catalog));
    const soldOut = soldOutOf(catalog);
    this.#update({
      base: { content, revision: catalog.revision },
      content,
      soldOut: same(soldOut, state.soldOut) ? state.soldOut : soldOut,
    });
  }

  #changed(): void {
    const underWay = this.#sent;
    void this.#save();
    // A save that has started has stored the draft, with itself as under way.
    if (this.#sent === underWay) this.#keep();
  }

  #keep(): void {
    const state = this.#ready;
    // Once it is stopped, what is stored may go on elsewhere.
    if (!state || this.#stopped) return;
    if (!isDirty(state)) return this.#work.forget();
    this.#update({ persisted: false });
    // What collides is merged from its base, whichever of these arrived.
    const sent = state.saving.kind === 'collided' ? [] : this.#sent;
    this.#work.keep({ base: state.base, mine: state.content, sent });
  }

  async #save(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      for (let failures = 0; !this.#stopped && this.#ready && this.#wantsSaving(this.#ready);) {
        const failure = await this.#saveOnce(this.#ready);
        if (failure === null) failures = 0;
        else if (isPassing(failure)) {
          this.#now({ kind: 'offline' });
          failures += 1;
          await this.#options.wait(Math.min(15_000, 500 * 2 ** failures));
        }
      }
    } finally {
      this.#running = false;
    }
    const state = this.#ready;
    if (state && !isDirty(state)) {
      this.#update({ saving: { kind: 'saved' }, persisted: true });
      this.#work.forget();
      await this.#takeUpOrphan();
    }
  }

  #wantsSaving(state: ReadyState): boolean {
    return isDirty(state) && state.saving.kind !== 'collided' && state.content !== this.#refused;
  }

  /** One request, and the state after its answer; returns the failure, if any. */
  async #saveOnce({ content: sent, base }: ReadyState): Promise<Failure | null> {
    const { client, catalogId } = this.#options;
    if (this.#ready?.saving.kind !== 'offline') this.#update({ saving: { kind: 'saving' } });
    const inDoubt = this.#sent;
    this.#sent = [...inDoubt.slice(-MOST_IN_DOUBT), sent];
    this.#keep();
    try {
      const saved = await client.call('PATCH /sellers/catalogs/:catalogId', {
        params: { catalogId },
        body: sent,
        version: base.revision,
      });
      this.#sent = [];
      this.#took(sent, saved ?? null);
      return null;
    } catch (error) {
      const failure = failureOf(error);
      if (isPassing(failure)) return failure;
      this.#sent = [];
      if (failure.status === 409) return this.#meetAgain(failure, sent, inDoubt);
      return this.#refuse(sent, failure);
    }
  }

  /** The same content is not sent again; the next edit is. */
  #refuse(sent: CatalogContent, failure: Failure): Failure {
    this.#refused = sent;
    // Of what is wrong with a part, the server's sentence does not say with which.
    const [which] = failure.status === 400 ? tooMany(sent) : [];
    this.#now({ kind: 'refused', message: which ?? failure.message });
    return failure;
  }

  /** The server has `sent`; if its reply differs (a trimmed name), the reply wins. */
  #took(sent: CatalogContent, saved: Catalog | null): void {
    const state = this.#ready;
    if (!state) return;
    const content = saved ? sharing(sent, contentOf(saved)) : sent;
    const revision = saved?.revision ?? state.base.revision;
    this.#update({
      base: { content, revision },
      content: state.content === sent ? content : merge(sent, state.content, content).merged,
      saving: { kind: 'saving' },
      ...collidedStill(state, { content, revision }),
    });
  }

  async #meetAgain(
    failure: Failure,
    sent: CatalogContent,
    inDoubt: CatalogContent[],
  ): Promise<Failure | null> {
    try {
      const told = readCatalogIfTold(failure.current);
      const { client, catalogId } = this.#options;
      const theirs = baseOf(told ?? (await loadCatalog(client, catalogId)));
      // The server reports a change that did not happen, and would do so at every retry.
      if (this.#ready && same(theirs, this.#ready.base)) return this.#refuse(sent, failure);
      await this.#meet(theirs, inDoubt);
      return null;
    } catch (error) {
      this.#sent = inDoubt;
      return failureOf(error);
    }
  }

  /** Merges the server's current state. A save of our own whose answer was lost is no colleague's. */
  async #meet(theirs: Base, inDoubt: CatalogContent[]): Promise<void> {
    const heard = inDoubt.length > 0 ? await this.#arrived(inDoubt) : null;
    const state = this.#ready;
    if (!state) return;
    const base = state.saving.kind === 'collided' ? state.base : (heard ?? state.base);
    const { merged, collisions } = merge(base.content, state.content, theirs.content);
    if (collisions.length > 0) this.#update({ base, saving: { kind: 'collided', theirs } });
    else this.#update({ base: theirs, content: sharing(state.content, merged), saving: { kind: 'saving' } });
    this.#keep();
  }

  /** The revision that one of the uncertain saves became, if any. */
  async #arrived(inDoubt: CatalogContent[]): Promise<Base | null> {
    const { client, catalogId } = this.#options;
    const revision = (this.#ready?.base.revision ?? 0) + 1;
    const params = { catalogId, revision };
    try {
      const next = await client.call('GET /sellers/catalogs/:catalogId/revisions/:revision', { params });
      const content = inDoubt.find((sent) => same(contentOf(next), sent));
      return content ? { content, revision } : null;
    } catch (error) {
      // A server without revisions cannot tell.
      if (error instanceof CallFailed && error.failure.status === 404) return null;
      throw error;
    }
  }

  /** Continues the work that closed pages left behind, one at a time: each is saved before the next. */
  async #takeUpOrphan(): Promise<void> {
    const state = this.#ready;
    const draft = state && !this.#stopped && !isDirty(state) ? this.#work.nextDraft() : null;
    if (!state || !draft) return;
    const asks = !isRecent(draft) && draft !== this.#agreed && differencesOf(draft, state).length > 0;
    if (asks) return this.#update({ left: draft });
    this.#work.takeDraft();
    this.#update({ base: draft.base, content: draft.mine, left: null });
    try {
      if (same(draft.base, state.base)) this.#sent = draft.sent;
      // A server that was restored from a backup gives the same number to another revision, and has none of these.
      else await this.#meet(state.base, draft.base.revision < state.base.revision ? draft.sent : []);
    } catch {
      // The save clears up which of these arrived.
      this.#sent = draft.sent;
    }
    this.#changed();
    this.#takeUpForm();
  }

  /** Opens a form that a closed page left; one on an entry that is only in its draft comes once that is taken up. */
  #takeUpForm(): void {
    const state = this.#ready;
    if (!state || state.form || this.#stopped) return;
    const form = this.#work.takeForm((left) => hasItsPlace(state.content, left));
    if (form) this.setForm(form);
  }
}

/** More than can be under way at once. */
const MOST_IN_DOUBT = 20;

/** A retry may help: the server was not reached, or could not answer now. */
function isPassing({ status, code }: Failure): boolean {
  return (status === 0 && code !== 'UNEXPECTED') || status === 408 || status === 429 || status >= 500;
}
