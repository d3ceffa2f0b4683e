import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** One test of a suite's JSON report: its file, relative to the repository, its full name, and its error message. */
export type TestResult = {
  file: string;
  name: string;
  state: 'passed' | 'failed' | 'skipped';
  error?: string;
};

type VitestReport = {
  testResults: {
    name: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
};

export async function vitestResults(report: string): Promise<TestResult[]> {
  const { testResults } = await readReport<VitestReport>(report, { testResults: [] });
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName, status, failureMessages }): TestResult => ({
      file: path.relative(process.cwd(), file),
      name: fullName,
      state: status === 'passed' ? 'passed' : status === 'failed' ? 'failed' : 'skipped',
      ...said(failureMessages?.[0]),
    })),
  );
}

type PlaywrightSuite = {
  title: string;
  file: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    tests: {
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      results: { error?: { message?: string } }[];
    }[];
  }[];
};

/** @param folder the folder of the suite's files */
export async function playwrightResults(report: string, folder: string): Promise<TestResult[]> {
  const { suites } = await readReport<{ suites: PlaywrightSuite[] }>(report, { suites: [] });
  const walk = (suite: PlaywrightSuite, file: string, prefix: string): TestResult[] => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map(({ status, results }): TestResult => ({
        file: path.join(folder, file),
        name: `${prefix}${spec.title}`,
        state: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
        ...said(results.find(({ error }) => error)?.error?.message),
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, file, `${prefix}${inner.title} `)),
  ];
  return suites.flatMap((suite) => walk(suite, suite.file, `${suite.title} `));
}

/** Of a suite that writes its results as they are. */
export const ownResults = (report: string): Promise<TestResult[]> => readReport<TestResult[]>(report, []);

function said(message: string | undefined): { error?: string } {
  return message ? { error: stripVTControlCharacters(message) } : {};
}

/** A suite that died before it wrote its report has failed by its exit code. */
async function readReport<T>(file: string, none: T): Promise<T> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch {
    return none;
  }
}
