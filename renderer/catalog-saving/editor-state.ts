import type { Catalog } from '#shared/api/catalogs.ts';
import { contentOf, soldOutOf, type CatalogContent, type SoldOut } from '../catalog-model/content.ts';
import type { OpenForm } from '../catalog-model/forms.ts';
import { same } from '../api/same.ts';

/** A content that the server has, and as which revision; 0 is a server without revisions. */
export type Base = { content: CatalogContent; revision: number };

/** Where the newest state is: at the server; on its way; only here, until the server can be reached; or stuck. */
export type Saving =
  | { kind: 'saved' }
  | { kind: 'saving' }
  | { kind: 'offline' }
  /** The server does not take it; another edit tries again. */
  | { kind: 'refused'; message: string }
  /** A colleague changed the same things in another way; waits for a choice (D35). */
  | { kind: 'collided'; theirs: Base };

/** One catalog while it is edited. Nothing can be edited, and so nothing saved, before it was loaded (D35). */
export type EditorState = { status: 'loading' } | { status: 'failed'; message: string } | ReadyState;
export type ReadyState = {
  status: 'ready';
  base: Base;
  /** As it is on the screen. */
  content: CatalogContent;
  saving: Saving;
  /** The newest content would outlive a crash of the page. */
  kept: boolean;
  soldOut: SoldOut;
  form: OpenForm | null;
  /** What is in the form would outlive a crash of the page. */
  formKept: boolean;
};

export function readyWith(catalog: Catalog): ReadyState {
  const base = baseOf(catalog);
  return {
    status: 'ready',
    base,
    content: base.content,
    saving: { kind: 'saved' },
    kept: true,
    soldOut: soldOutOf(catalog),
    form: null,
    formKept: true,
  };
}

export function baseOf(catalog: Catalog): Base {
  return { content: contentOf(catalog), revision: catalog.revision };
}

/** Whether the screen has something that the server is not known to have. */
export function isDirty({ content, base }: Pick<ReadyState, 'content' | 'base'>): boolean {
  return content !== base.content && !same(content, base.content);
}
