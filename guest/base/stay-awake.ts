import { useEffect } from 'preact/hooks';

/** Keeps the screen from going dark, where its browser allows that. It lets go whenever the page is hidden. */
export function useAwake(): void {
  useEffect(function stayAwake() {
    const leaving = new AbortController();
    let lock: WakeLockSentinel | null = null;
    async function take() {
      if (document.visibilityState !== 'visible') return;
      // Refused while the battery is low, and where the page has no https.
      lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
      if (leaving.signal.aborted) void lock?.release();
    }
    void take();
    document.addEventListener('visibilitychange', () => void take(), { signal: leaving.signal });
    return () => {
      leaving.abort();
      void lock?.release();
    };
  }, []);
}
