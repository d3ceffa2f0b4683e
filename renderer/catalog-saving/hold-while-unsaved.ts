import type { CatalogEditor } from './catalog-editor.ts';

/**
 * Holds the page back from being closed while an editor has work that is neither saved nor kept for the next page, whatever
 * screen is open. Gives back what lets go of it.
 */
export function holdWhileUnsaved(
  editor: Pick<CatalogEditor, 'getState' | 'subscribe'>,
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> = globalThis,
): () => void {
  const hold = (event: Event) => event.preventDefault();
  const release = () => page.removeEventListener('beforeunload', hold);
  const unsubscribe = editor.subscribe(() => {
    const state = editor.getState();
    if (state.status === 'ready' && state.saving.kind !== 'saved' && !state.kept)
      page.addEventListener('beforeunload', hold);
    else release();
  });
  return () => {
    unsubscribe();
    release();
  };
}
