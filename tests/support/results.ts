import { readFile } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';

/** One test of a suite's JSON report, by its full name, with what it said when it failed. */
export type TestResult = { name: string; state: 'passed' | 'failed' | 'skipped'; error?: string };

type VitestReport = {
  testResults: { assertionResults: { fullName: string; status: string; failureMessages?: string[] }[] }[];
};

export async function vitestResults(report: string): Promise<TestResult[]> {
  const { testResults } = await readReport<VitestReport>(report, { testResults: [] });
  return testResults
    .flatMap((file) => file.assertionResults)
    .map(({ fullName, status, failureMessages }) => ({
      name: fullName,
      state: status === 'passed' ? 'passed' : status === 'failed' ? 'failed' : 'skipped',
      ...said(failureMessages?.[0]),
    }));
}

type PlaywrightSuite = {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    tests: {
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      results: { error?: { message?: string } }[];
    }[];
  }[];
};

export async function playwrightResults(report: string): Promise<TestResult[]> {
  const { suites } = await readReport<{ suites: PlaywrightSuite[] }>(report, { suites: [] });
  const walk = (suite: PlaywrightSuite, prefix: string): TestResult[] => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map(({ status, results }): TestResult => ({
        name: `${prefix}${spec.title}`,
        state: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
        ...said(results.find(({ error }) => error)?.error?.message),
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, `${prefix}${inner.title} `)),
  ];
  return suites.flatMap((suite) => walk(suite, `${suite.title} `));
}

function said(message: string | undefined): { error?: string } {
  return message ? { error: stripVTControlCharacters(message) } : {};
}

/** A suite that died before it wrote its report has already failed by its exit code. */
async function readReport<T>(file: string, none: T): Promise<T> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch {
    return none;
  }
}
