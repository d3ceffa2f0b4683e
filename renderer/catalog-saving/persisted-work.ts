import type { CatalogContent } from '../catalog-model/content.ts';
import type { OpenForm } from '../catalog-model/forms.ts';
import type { Draft, Drafts, Orphans } from './drafts.ts';
import type { Base } from './editor-state.ts';
import { isRecent } from './left-work.ts';
import { latestOnly } from './latest-only.ts';

type Work = { base: Base; mine: CatalogContent; sent: CatalogContent[]; at: number };
/** What is to be stored, and the earlier editors whose entries it replaces. */
type Stored<T> = { now: T | null; replaces: string[] };
type Owner = { drafts: Drafts; editorId: string; accountId: string; catalogId: string };

/** Persists the newest unsaved work of one editor, and finds the work of earlier ones. */
export class PersistedWork {
  readonly #owner: Owner;
  readonly #keep: (work: Stored<Work>) => void;
  readonly #keepForm: (form: Stored<OpenForm>) => void;
  #orphans: Orphans = { drafts: [], forms: [] };
  /** Earlier editors whose work goes on here; it stays stored until it is stored again, or saved. */
  readonly #continued = { drafts: new Set<string>(), forms: new Set<string>() };
  readonly #release: () => void;
  #newest: { work: Work | null; form: OpenForm | null } = { work: null, form: null };

  /** @param onPersisted called when the newest work, or the newest form, would survive a crash */
  constructor(owner: Owner, onPersisted: (persisted: { persisted?: true; formPersisted?: true }) => void) {
    this.#owner = owner;
    const { drafts, editorId, accountId, catalogId } = owner;
    const ids = { editorId, accountId, catalogId };
    this.#release = drafts.live(editorId);
    this.#keep = latestOnly<Stored<Work>>(
      async ({ now, replaces }) => {
        await (now ? drafts.keep({ ...ids, ...now }) : drafts.forget(editorId));
        await forgetEach(replaces, this.#continued.drafts, drafts.forget);
      },
      ({ now }, error) => {
        if (error === null && now && now === this.#newest.work) onPersisted({ persisted: true });
      },
    );
    this.#keepForm = latestOnly<Stored<OpenForm>>(
      async ({ now, replaces }) => {
        await (now ? drafts.keepForm({ ...ids, form: now }) : drafts.forgetForm(editorId));
        await forgetEach(replaces, this.#continued.forms, drafts.forgetForm);
      },
      ({ now }, error) => {
        if (error === null && now === this.#newest.form) onPersisted({ formPersisted: true });
      },
    );
  }

  /** Whatever is stored is another editor's to go on with. */
  release(): void {
    this.#release();
  }

  keep(work: Omit<Work, 'at'>): void {
    const now = { ...work, at: Date.now() };
    this.#newest.work = now;
    this.#keep({ now, replaces: [...this.#continued.drafts] });
  }

  forget(): void {
    if (this.#newest.work === null && this.#continued.drafts.size === 0) return;
    this.#newest.work = null;
    this.#keep({ now: null, replaces: [...this.#continued.drafts] });
  }

  keepForm(form: OpenForm | null): void {
    this.#newest.form = form;
    this.#keepForm({ now: form, replaces: [...this.#continued.forms] });
  }

  /** Looks for the work of earlier pages. A browser that stores nothing has none. */
  async findOrphans(): Promise<void> {
    const { drafts, accountId, catalogId } = this.#owner;
    this.#orphans = await drafts.orphans(accountId, catalogId).catch(() => ({ drafts: [], forms: [] }));
    // Those that are asked about come last.
    this.#orphans.drafts.sort((one, other) => Number(isRecent(other)) - Number(isRecent(one)));
  }

  /** The next of these drafts. */
  nextDraft(): Draft | null {
    return this.#orphans.drafts[0] ?? null;
  }

  /** The next draft goes on here from now on. */
  takeDraft(): void {
    const draft = this.#orphans.drafts.shift();
    if (draft) this.#continued.drafts.add(draft.editorId);
  }

  discardDraft(): void {
    this.takeDraft();
    const { work } = this.#newest;
    // What is stored next replaces it.
    this.#keep({ now: work, replaces: [...this.#continued.drafts] });
  }

  /** The first form that fits goes on here from now on; what does not fit stays stored. */
  takeForm(fits: (form: OpenForm) => boolean): OpenForm | null {
    const { forms } = this.#orphans;
    const taken = forms.find(({ form }) => fits(form));
    if (!taken) return null;
    forms.splice(forms.indexOf(taken), 1);
    this.#continued.forms.add(taken.editorId);
    return taken.form;
  }
}

/** One that could not be removed is replaced with the next that is stored. */
async function forgetEach(
  replaces: string[],
  continued: Set<string>,
  forget: (editorId: string) => Promise<void>,
): Promise<void> {
  for (const editorId of replaces) {
    await forget(editorId);
    continued.delete(editorId);
  }
}
