/** Shorter than the server takes to stop: whoever is cut off asks again with the same key. */
const PROVIDER_TIMEOUT_MS = 7_000;

/** A provider's answer in any case: one that is silent for too long or throws has told nobody what it did. */
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
