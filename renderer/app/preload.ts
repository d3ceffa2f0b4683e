import { loadDuties } from './go-on-duty.ts';
import { HomeScreen, liveScreens, OutletsScreen, SellerHome, SignedInLayout } from './screens.ts';

/**
 * Code that is needed next, fetched while there is time, so that a press is answered at once, and still is when the
 * server has gone. A failure is no harm here: whoever needs the code asks again.
 */
const load = async (modules: Promise<unknown>[]): Promise<void> => void (await Promise.allSettled(modules));

/** While the server looks at the password. */
export function preloadSignedIn(): Promise<void> {
  return load([
    SignedInLayout.preload(),
    HomeScreen.preload(),
    SellerHome.preload(),
    import('../api/calls.ts'),
    loadDuties(),
  ]);
}

/** Once somebody is signed in: the way to the board. */
export function preloadScreens(): Promise<void> {
  return load([
    OutletsScreen.preload(),
    ...liveScreens.map(({ LiveScreen }) => LiveScreen.preload()),
    import('../live/live-feed.ts'),
  ]);
}
