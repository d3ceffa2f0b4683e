import { loadDuties } from './go-on-duty.ts';
import { HomeScreen, liveScreens, OutletsScreen, SellerHome, SignedInLayout } from './screens.ts';

/**
 * Code that is needed next, loaded early, so that a press is answered at once, even if the server has gone. A failure
 * does no harm here: the code is requested again when it is needed.
 */
const load = async (modules: Promise<unknown>[]): Promise<void> => void (await Promise.allSettled(modules));

/** Called while the server checks the password. */
export function preloadSignedIn(): Promise<void> {
  return load([
    SignedInLayout.preload(),
    HomeScreen.preload(),
    SellerHome.preload(),
    import('../api/calls.ts'),
    loadDuties(),
  ]);
}

/** Called once somebody is signed in: loads the way to the board. */
export function preloadScreens(): Promise<void> {
  return load([
    OutletsScreen.preload(),
    ...liveScreens.map(({ LiveScreen }) => LiveScreen.preload()),
    import('../live/live-feed.ts'),
  ]);
}
