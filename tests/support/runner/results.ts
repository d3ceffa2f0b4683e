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
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
};

/** A file that could not be loaded, or whose hooks failed, is a failed test too: its own tests may all have passed. */
export async function vitestResults(report: string): Promise<TestResult[]> {
  const { testResults } = await readReport<VitestReport>(report, { testResults: [] });
  return testResults.flatMap(({ name: absolute, status: stateOfFile, message, assertionResults }) => {
    const file = path.relative(process.cwd(), absolute);
    const tests = assertionResults.map(({ fullName, status, failureMessages }): TestResult => ({
      file,
      name: fullName,
      state: status === 'passed' ? 'passed' : status === 'failed' ? 'failed' : 'skipped',
      ...said(failureMessages?.[0]),
    }));
    if (stateOfFile !== 'failed' || tests.some(({ state }) => state === 'failed')) return tests;
    return [
      ...tests,
      { file, name: `${file}, outside of its tests`, state: 'failed' as const, ...said(message) },
    ];
  });
}

type PlaywrightRun = {
  error?: { message?: string; location?: { line: number } };
  attachments?: { name: string; path?: string }[];
};

type PlaywrightSuite = {
  title: string;
  file: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    tests: {
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      results: PlaywrightRun[];
    }[];
  }[];
};

/** @param folder the folder of the suite's files */
export async function playwrightResults(report: string, folder: string): Promise<TestResult[]> {
  const { suites } = await readReport<{ suites: PlaywrightSuite[] }>(report, { suites: [] });
  const walk = (suite: PlaywrightSuite, file: string, prefix: string): Promise<TestResult>[] => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map(async ({ status, results }): Promise<TestResult> => ({
        file: path.join(folder, file),
        name: `${prefix}${spec.title}`,
        state: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
        ...(await saidAtLine(results.find(({ error }) => error))),
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, file, `${prefix}${inner.title} `)),
  ];
  return Promise.all(suites.flatMap((suite) => walk(suite, suite.file, `${suite.title} `)));
}

/** The message, its line in the test, and what the page showed: a machine elsewhere keeps no pictures of it. */
async function saidAtLine(failed: PlaywrightRun | undefined): Promise<{ error?: string }> {
  if (!failed?.error?.message) return {};
  const { message, location } = failed.error;
  const context = failed.attachments?.find(({ name }) => name === 'error-context')?.path;
  const text = context === undefined ? '' : await readFile(context, 'utf8').catch(() => '');
  const [, shown = ''] = /^```yaml\n(.*?)^```/ms.exec(text) ?? [];
  const snapshot = shown.replaceAll(/ \[(?:ref=\w+|cursor=\w+)\]/g, '').slice(0, 1_500);
  return said(
    [message.slice(0, 600).trim(), `at line ${location?.line}; the page showed:`, snapshot].join('\n'),
  );
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
