import type { AppStore, Services } from '../../app/store.ts';
import { whenever } from '../../app/whenever.ts';
import { lastOutletRead, unwatched } from '../watched-slice.ts';
import { selectMayWatch } from '../watching.ts';

/** A screen that starts watches the outlet that this computer watched last. */
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
