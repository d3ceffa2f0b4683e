import type { Catalog } from '#shared/api/catalogs.ts';
import { contentOf, soldOutOf, type CatalogContent, type SoldOut } from '../catalog-model/content.ts';
import type { OpenForm } from '../catalog-model/forms.ts';
import type { Draft } from './drafts.ts';
import { same } from '../api/same.ts';

/** A content at the server, and its revision; 0 for a server without revisions. */
export type Base = { content: CatalogContent; revision: number };

/** Where the newest state is: at the server; on its way; only here until the server can be reached; or stuck. */
export type Saving =
  | { kind: 'saved' }
  | { kind: 'saving' }
  | { kind: 'offline' }
  /** The server refuses it; the next edit tries again. */
  | { kind: 'refused'; message: string }
  /** A colleague changed the same things differently; waits for a choice. */
  | { kind: 'collided'; theirs: Base };

/** The state of a catalog's editor. Nothing can be edited, and so nothing saved, before it is loaded. */
export type EditorState = { status: 'loading' } | { status: 'failed'; message: string } | ReadyState;
export type ReadyState = {
  status: 'ready';
  base: Base;
  /** The content on the screen. */
  content: CatalogContent;
  saving: Saving;
  /** Whether the newest content would survive a crash of the page. */
  persisted: boolean;
  soldOut: SoldOut;
  /** Work that was left unsaved too long ago to be saved without a question. */
  left: Draft | null;
  form: OpenForm | null;
  /** Whether the form's values would survive a crash of the page. */
  formPersisted: boolean;
};

export function readyWith(catalog: Catalog): ReadyState {
  const base = baseOf(catalog);
  return {
    status: 'ready',
    base,
    content: base.content,
    saving: { kind: 'saved' },
    persisted: true,
    soldOut: soldOutOf(catalog),
    left: null,
    form: null,
    formPersisted: true,
  };
}

export function baseOf(catalog: Catalog): Base {
  return { content: contentOf(catalog), revision: catalog.revision };
}

/** Whether the screen has something that the server may not have. */
export function isDirty({ content, base }: Pick<ReadyState, 'content' | 'base'>): boolean {
  return content !== base.content && !same(content, base.content);
}
