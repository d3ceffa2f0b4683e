/** Shorter than the server takes to stop; a request that is cut off is repeated with the same key. */
const PROVIDER_TIMEOUT_MS = 7_000;

/** Turns a provider's silence or exception into an `unknown` outcome: nobody knows what it did. */
export async function inTime<T>(
  ask: () => Promise<T>,
  timeoutMs = PROVIDER_TIMEOUT_MS,
): Promise<T | { kind: 'unknown'; message: string }> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<{ kind: 'unknown'; message: string }>((resolve) => {
    timer = setTimeout(
      () => resolve({ kind: 'unknown', message: 'The card provider did not answer in time.' }),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([ask(), silence]);
  } catch (error) {
    return { kind: 'unknown', message: error instanceof Error ? error.message : 'The card provider failed.' };
  } finally {
    clearTimeout(timer);
  }
}
