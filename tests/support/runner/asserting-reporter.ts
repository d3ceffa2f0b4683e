import type { Reporter, TestCase, TestResult, TestStep } from 'playwright/types/testReporter';

/** Fails a run in which a test passed without an assertion, or was skipped without a reason. */
export default class AssertingReporter implements Reporter {
  readonly #asserting = new Set<string>();
  readonly #hollow: string[] = [];

  onStepEnd(test: TestCase, _result: TestResult, step: TestStep): void {
    if (step.category === 'expect') this.#asserting.add(test.id);
  }

  onTestEnd(test: TestCase, { status }: TestResult): void {
    const title = test.titlePath().filter(Boolean).join(' › ');
    if (status === 'passed' && !this.#asserting.has(test.id)) this.#hollow.push(`asserts nothing: ${title}`);
    const why = test.annotations.some(({ type, description }) => type === 'skip' && description);
    if (status === 'skipped' && !why) this.#hollow.push(`skipped without a reason: ${title}`);
  }

  async onEnd(): Promise<{ status: 'failed' } | undefined> {
    for (const line of this.#hollow) console.error(line);
    return this.#hollow.length > 0 ? { status: 'failed' } : undefined;
  }
}
