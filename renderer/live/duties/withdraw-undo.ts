import { selectUndo, undoWithdrawn, UNDO_MS } from '../../state/pressing-slice.ts';
import type { AppStore } from '../../state/store.ts';
import { whenever } from '../../state/whenever.ts';

/** Ends the offer to undo a step in time, also where no board shows it. */
export function withdrawUndo(store: Pick<AppStore, 'dispatch' | 'getState' | 'subscribe'>): () => void {
  return whenever(store, selectUndo, (undo) => {
    if (!undo) return;
    const timer = setTimeout(() => store.dispatch(undoWithdrawn()), UNDO_MS);
    return () => clearTimeout(timer);
  });
}
