import { useEffect, useState, useSyncExternalStore } from 'react';
import { v7 as newId } from 'uuid';
import { useAppSelector, useServices } from '../state/hooks.ts';
import type { Client } from '../api/client.ts';
import { CatalogEditor } from './catalog-editor.ts';
import { browserDrafts } from './drafts.ts';
import type { EditorState, ReadyState } from './editor-state.ts';
import { holdWhileUnsaved } from './hold-while-unsaved.ts';

type Editors = { accountId: string; byCatalog: Map<string, CatalogEditor>; releases: (() => void)[] };

/** This page's editors: a save continues when the screen is left, and the next visit finds it under way. */
const editorsOf = new WeakMap<Client, Editors>();

function editorOf(client: Client, accountId: string, catalogId: string): CatalogEditor {
  let editors = editorsOf.get(client);
  if (editors?.accountId !== accountId) {
    editors?.byCatalog.forEach((editor) => editor.stop());
    editors?.releases.forEach((release) => release());
    editors = { accountId, byCatalog: new Map(), releases: [] };
    editorsOf.set(client, editors);
  }
  const known = editors.byCatalog.get(catalogId);
  if (known) return known;
  const editor = new CatalogEditor({
    client,
    drafts: browserDrafts(),
    editorId: newId(),
    accountId,
    catalogId,
  });
  editors.byCatalog.set(catalogId, editor);
  editors.releases.push(holdWhileUnsaved(editor));
  return editor;
}

/**
 * How often an open editor asks for a colleague's save, in ms, and at every how many of these also for what is sold
 * out.
 */
const REFRESH_MS = 5_000;
const WHOLE_EVERY = 6;

/** A catalog's editor, opened, and refreshed while it is shown. */
export function useCatalogEditor(catalogId: string): CatalogEditor {
  const { client } = useServices();
  const accountId = useAppSelector(({ session }) =>
    session.status === 'signed-in' ? session.account.id : '',
  );
  const [editor] = useState(() => editorOf(client, accountId, catalogId));
  useEffect(
    function openAndKeepUp() {
      void editor.open();
      let times = 0;
      const timer = setInterval(() => {
        times += 1;
        if (document.visibilityState === 'visible') void editor.refresh(times % WHOLE_EVERY === 0);
      }, REFRESH_MS);
      const lookAgain = () => void editor.refresh(true);
      addEventListener('focus', lookAgain);
      return () => {
        clearInterval(timer);
        removeEventListener('focus', lookAgain);
      };
    },
    [editor],
  );
  return editor;
}

export function useEditorState<T>(editor: CatalogEditor, select: (state: EditorState) => T): T {
  return useSyncExternalStore(editor.subscribe, () => select(editor.getState()));
}

/** Selects from a ready editor's state; its parts are shown only when it is ready. */
export function useReady<T>(editor: CatalogEditor, select: (state: ReadyState) => T): T {
  return useEditorState(editor, (state) => {
    if (state.status !== 'ready') throw new Error('The catalog is not loaded');
    return select(state);
  });
}
