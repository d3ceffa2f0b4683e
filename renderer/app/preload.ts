/**
 * Code that is needed next, fetched while there is time, so that a press is answered at once, and still is when the
 * server has gone. A failure is no harm here: whoever needs the code asks again.
 */
const loadLater = (modules: Promise<unknown>[]) => void Promise.allSettled(modules);

/** While the server looks at the password. */
export function preloadSignedIn(): void {
  loadLater([
    import('./signed-in-layout.tsx'),
    import('../features/home/home-screen.tsx'),
    import('../features/home/seller-home.tsx'),
    import('../api/calls.ts'),
  ]);
}

/** Once somebody is signed in: the way to the board. */
export function preloadScreens(): void {
  loadLater([
    import('../features/outlets/outlets-screen.tsx'),
    import('../features/orders/trading-session-screen.tsx'),
    import('../live/live-feed.ts'),
    import('../ui/bell-sound.ts'),
  ]);
}
