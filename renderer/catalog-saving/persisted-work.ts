import type { CatalogContent } from '../catalog-model/content.ts';
import type { OpenForm } from '../catalog-model/forms.ts';
import type { Draft, DraftForm, Drafts, Orphans } from './drafts.ts';
import type { Base } from './editor-state.ts';
import { latestOnly } from './latest-only.ts';

type Work = { base: Base; mine: CatalogContent; sent: CatalogContent[] };
type Owner = { drafts: Drafts; editorId: string; accountId: string; catalogId: string };

/** Persists the newest unsaved work of one editor, and finds the work of earlier ones. */
export class PersistedWork {
  readonly #owner: Owner;
  readonly #keep: (work: Work | null) => void;
  readonly #keepForm: (form: OpenForm | null) => void;
  #orphans: Orphans = { drafts: [], forms: [] };
  #restored: { draft: Draft | null; form: DraftForm | null } = { draft: null, form: null };
  #newest: { work: Work | null; form: OpenForm | null } = { work: null, form: null };

  /** @param onPersisted called when the newest work, or the newest form, would survive a crash */
  constructor(owner: Owner, onPersisted: (persisted: { persisted?: true; formPersisted?: true }) => void) {
    this.#owner = owner;
    const { drafts, editorId, accountId, catalogId } = owner;
    const ids = { editorId, accountId, catalogId };
    drafts.live(editorId);
    this.#keep = latestOnly<Work | null>(
      async (work) => {
        await (work ? drafts.keep({ ...ids, ...work }) : drafts.forget(editorId));
        const { draft } = this.#restored;
        this.#restored.draft = null;
        if (draft) await drafts.forget(draft.editorId);
      },
      (work, error) => {
        if (error === null && work && work === this.#newest.work) onPersisted({ persisted: true });
      },
    );
    this.#keepForm = latestOnly<OpenForm | null>(
      async (form) => {
        await (form ? drafts.keepForm({ ...ids, form }) : drafts.forgetForm(editorId));
        const taken = this.#restored.form;
        this.#restored.form = null;
        if (taken) await drafts.forgetForm(taken.editorId);
      },
      (form, error) => {
        if (error === null && form === this.#newest.form) onPersisted({ formPersisted: true });
      },
    );
  }

  keep(work: Work): void {
    this.#newest.work = work;
    this.#keep(work);
  }

  forget(): void {
    if (this.#newest.work === null && !this.#restored.draft) return;
    this.#newest.work = null;
    this.#keep(null);
  }

  keepForm(form: OpenForm | null): void {
    this.#newest.form = form;
    this.#keepForm(form);
  }

  /** Looks for the work of earlier pages. A browser that stores nothing has none. */
  async findOrphans(): Promise<void> {
    const { drafts, accountId, catalogId } = this.#owner;
    this.#orphans = await drafts.orphans(accountId, catalogId).catch(() => ({ drafts: [], forms: [] }));
  }

  /** The next of these drafts; it stays stored until it is stored again, or saved. */
  takeDraft(): Draft | null {
    return (this.#restored.draft = this.#orphans.drafts.shift() ?? null);
  }

  takeForm(): OpenForm | null {
    this.#restored.form = this.#orphans.forms.shift() ?? null;
    return this.#restored.form?.form ?? null;
  }
}
