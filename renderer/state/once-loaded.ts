const RETRY_MS = 3_000;

/**
 * Loads code, retrying until it is there, and starts it. Returns a function that ends both; `start` may return its own
 * end.
 */
export function onceLoaded<Code>(
  load: () => Promise<Code>,
  start: (code: Code) => (() => void) | void,
): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  let end: (() => void) | void;
  async function begin(): Promise<void> {
    // Only a failed load is retried: code that failed half-way would be started twice.
    const code = await load().catch(() => null);
    if (ended) return;
    if (code) end = start(code);
    else retry = setTimeout(() => void begin(), RETRY_MS);
  }
  void begin();
  return () => {
    ended = true;
    clearTimeout(retry);
    end?.();
  };
}
