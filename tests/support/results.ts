import { readFile } from 'node:fs/promises';

/** One test of a suite's JSON report, by its full name. */
export type TestResult = { name: string; state: 'passed' | 'failed' | 'skipped' };

type VitestReport = {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
};

export async function vitestResults(report: string): Promise<TestResult[]> {
  const { testResults } = await readReport<VitestReport>(report, { testResults: [] });
  return testResults
    .flatMap((file) => file.assertionResults)
    .map(({ fullName, status }) => ({
      name: fullName,
      state: status === 'passed' ? 'passed' : status === 'failed' ? 'failed' : 'skipped',
    }));
}

type PlaywrightSuite = {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: { title: string; tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[] }[];
};

export async function playwrightResults(report: string): Promise<TestResult[]> {
  const { suites } = await readReport<{ suites: PlaywrightSuite[] }>(report, { suites: [] });
  const walk = (suite: PlaywrightSuite, prefix: string): TestResult[] => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map(({ status }): TestResult => ({
        name: `${prefix}${spec.title}`,
        state: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, `${prefix}${inner.title} `)),
  ];
  return suites.flatMap((suite) => walk(suite, `${suite.title} `));
}

/** A suite that died before it wrote its report has already failed by its exit code. */
async function readReport<T>(file: string, none: T): Promise<T> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch {
    return none;
  }
}
