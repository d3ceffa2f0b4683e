type Page = Pick<Document, 'visibilityState' | 'addEventListener'>;
type Lock = Pick<WakeLockSentinel, 'release' | 'addEventListener'>;
type Locks = { request(type: 'screen'): Promise<Lock> };

const locksOf = (): Locks | undefined => (navigator as { wakeLock?: Locks }).wakeLock;

/** Keeps the screen awake while it is asked to and the tab is visible: a browser lets go when the tab is hidden. */
export function stayAwake(locks = locksOf(), page: Page = document): (wanted: boolean) => void {
  let wanted = false;
  let held: Lock | null = null;
  let asking = false;

  async function hold(): Promise<void> {
    if (!wanted || held || asking || page.visibilityState !== 'visible') return;
    asking = true;
    const lock = await locks?.request('screen').catch(() => null);
    asking = false;
    if (!lock) return;
    held = lock;
    lock.addEventListener('release', () => (held = null));
    if (!wanted) await lock.release();
  }

  page.addEventListener('visibilitychange', () => void hold());
  return (now) => {
    wanted = now;
    if (now) void hold();
    else void held?.release();
  };
}

/** Whether this browser lets the page keep the screen awake now. */
export async function canStayAwake(locks = locksOf()): Promise<boolean> {
  const lock = await locks?.request('screen').catch(() => null);
  await lock?.release();
  return lock !== null && lock !== undefined;
}
