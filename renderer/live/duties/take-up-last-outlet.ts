import type { AppStore, Services } from '../../state/store.ts';
import { whenever } from '../../state/whenever.ts';
import { lastOutletRead, unwatched } from '../../state/watched-slice.ts';
import { selectMayWatch } from '../../state/watching.ts';

/** At its start a screen watches the outlet that this computer watched last. */
export function takeUpLastOutlet(store: AppStore, { platform }: Services): () => void {
  return whenever(store, selectMayWatch, (mayWatch) => {
    if (!mayWatch) return;
    let current = true;
    void platform.rememberedOutlet().then((last) => current && store.dispatch(lastOutletRead(last)));
    return () => {
      current = false;
      store.dispatch(unwatched());
    };
  });
}
