/**
 * Ends parts step by step: those of one step together, once those of the step before are over. Each is ended whatever became of
 * another; resolves to what failed, in the order of the steps.
 */
export async function endInTurn(
  ...steps: (() => (Promise<unknown> | undefined)[])[]
): Promise<PromiseRejectedResult[]> {
  const failed: PromiseRejectedResult[] = [];
  for (const step of steps) {
    const ended = await Promise.allSettled(step().map(async (part) => part));
    failed.push(...ended.filter((result) => result.status === 'rejected'));
  }
  return failed;
}
