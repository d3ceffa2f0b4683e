import type { CatalogEditor } from './catalog-editor.ts';

/**
 * Makes the browser ask before the page closes while an editor has work that is neither saved nor stored, on
 * whichever screen. Returns a function that stops it.
 */
export function holdWhileUnsaved(
  editor: Pick<CatalogEditor, 'getState' | 'subscribe'>,
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> = globalThis,
): () => void {
  const hold = (event: Event) => event.preventDefault();
  const release = () => page.removeEventListener('beforeunload', hold);
  const unsubscribe = editor.subscribe(() => {
    const state = editor.getState();
    if (state.status === 'ready' && state.saving.kind !== 'saved' && !state.persisted)
      page.addEventListener('beforeunload', hold);
    else release();
  });
  return () => {
    unsubscribe();
    release();
  };
}
