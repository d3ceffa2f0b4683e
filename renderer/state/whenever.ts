import type { AppStore, RootState } from './store.ts';

/**
 * Runs `act` with the result of `select`, now and whenever that changes. The function that `act` returned ends the
 * run before. Returns a function that ends everything.
 */
export function whenever<T>(
  store: Pick<AppStore, 'getState' | 'subscribe'>,
  select: (state: RootState) => T,
  act: (found: T) => (() => void) | undefined | void,
): () => void {
  let found: { value: T } | null = null;
  let endRun: (() => void) | undefined | void;
  let running = false;
  let stopped = false;

  function follow(): void {
    // A change by `act` itself is handled by the running loop.
    if (running) return;
    running = true;
    try {
      for (;;) {
        const value = select(store.getState());
        if (stopped || (found && Object.is(found.value, value))) return;
        found = { value };
        endRun?.();
        endRun = undefined;
        endRun = act(value);
      }
    } finally {
      running = false;
    }
  }

  const unsubscribe = store.subscribe(follow);
  follow();
  return () => {
    stopped = true;
    unsubscribe();
    endRun?.();
    endRun = undefined;
  };
}
