/**
 * `npm test`: runs every suite, two at a time, and ends with a summary that names each. What this machine lacks is
 * installed if possible, and otherwise skipped by name; with SERVERY_NO_SKIPS=1 a skip is a failure.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { chosenSuites, isNamedBy, testsTheBuild } from './support/runner/chosen-suites.ts';
import { findChromium, findHeadlessShell } from './support/browser/chromium.ts';
import { findElectron, missingLibraries } from './support/till/electron.ts';
import { keepTemporaryFilesInMemory } from './support/runner/memory-folder.ts';
import { roleWithoutTables, startPostgres } from './support/servers/postgres.ts';
import {
  namedTests,
  promiseCommands,
  unprovedCommands,
  unprovedTests,
  type SuiteResults,
} from './support/runner/promises.ts';
import { refuseStray } from './support/runner/refuse-stray.ts';
import { ownResults, playwrightResults, vitestResults, type TestResult } from './support/runner/results.ts';
import { runLabelled } from './support/runner/run-command.ts';
import { sideBySide } from './support/runner/side-by-side.ts';

type Suite = {
  name: string;
  /** Null if all that it needs is here; otherwise why it cannot run. */
  execute(): Promise<Executed | { missing: string }>;
};
type Executed = { ok: boolean; lastLines: string[]; results: TestResult[] };
type Outcome = {
  name: string;
  state: 'passed' | 'failed' | 'skipped';
  detail: string;
  seconds: number;
  failed: TestResult[];
  /** Of its output, where it failed and no test did. */
  lastLines: string[];
};

const reports = path.resolve('.cache/reports');
// Each test of a server or a command starts Node again.
process.env['NODE_COMPILE_CACHE'] ??= path.resolve('.cache/compiled');
keepTemporaryFilesInMemory();
const noSkips = process.env['SERVERY_NO_SKIPS'] === '1';
const only = process.argv.slice(2);

const command = (name: string, ...args: string[]): Suite => ({
  name,
  execute: async () => ({
    ...(await runLabelled(name, 'npm', ['run', '--silent', ...args])),
    results: [],
  }),
});

const vitest = (name: string, project: string, env: () => Promise<VitestEnvironment>): Suite => ({
  name,
  async execute() {
    const environment = await env();
    if ('missing' in environment) return environment;
    const report = path.join(reports, `${name.replaceAll(' ', '-')}.json`);
    const args = [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ];
    try {
      return {
        ...(await runLabelled(name, 'vitest', args, environment.env)),
        results: await vitestResults(report),
      };
    } finally {
      await environment.stop?.();
    }
  },
});
type VitestEnvironment = { env: Record<string, string>; stop?: () => Promise<void> } | { missing: string };

const playwright = (name: string, config: string, env: () => Promise<VitestEnvironment>): Suite => ({
  name,
  async execute() {
    const environment = await env();
    if ('missing' in environment) return environment;
    const report = path.join(reports, `${name}.json`);
    const ended = await runLabelled(
      name,
      'playwright',
      [
        'test',
        '-c',
        config,
        `--reporter=list,json,${path.resolve('tests/support/runner/asserting-reporter.ts')}`,
      ],
      {
        ...environment.env,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      },
    );
    return { ...ended, results: await playwrightResults(report, path.dirname(config)) };
  },
});

/** In the order in which they start; the longest starts first. */
const suites: Suite[] = [
  command('check', 'check'),
  command('build', 'build'),
  playwright('web', 'tests/web/playwright.config.ts', async () => {
    const [chromium, shell] = await Promise.all([findChromium(), findHeadlessShell()]);
    if ('missing' in chromium) return chromium;
    return { env: { CHROMIUM_PATH: chromium.path, ...(shell && { HEADLESS_SHELL_PATH: shell }) } };
  }),
  vitest('unit', 'unit', async () => ({ env: {} })),
  vitest('api on PGlite', 'api', async () => ({ env: { DATABASE_URL: '' } })),
  vitest('api on PostgreSQL', 'api', async () => {
    // Only a computer that loses its power loses what was not synced, and these tests end with it.
    const server = await startPostgres('-c', 'fsync=off');
    if ('missing' in server) return server;
    const role = await roleWithoutTables(server.url);
    return { env: { DATABASE_URL: role, OWNER_DATABASE_URL: server.url }, stop: server.stop };
  }),
  playwright('desktop', 'tests/desktop/playwright.config.ts', async () => {
    const electron = await findElectron();
    if ('missing' in electron) return electron;
    for (const { library, lacks } of await missingLibraries())
      console.log(`desktop: ${library} is not on this machine. ${lacks}`);
    return { env: { ELECTRON_PATH: electron.path } };
  }),
  {
    name: 'faults',
    async execute() {
      const chromium = await findChromium();
      if ('missing' in chromium) return chromium;
      const report = path.join(reports, 'faults.json');
      mkdirSync(reports, { recursive: true });
      const faults = ['tests/faults/run.ts', '--report', report];
      const ended = await runLabelled('faults', process.execPath, faults, { CHROMIUM_PATH: chromium.path });
      return { ...ended, results: await ownResults(report) };
    },
  },
];

refuseStray(
  only,
  suites.map(({ name }) => name),
  isNamedBy,
);
rmSync(reports, { recursive: true, force: true });
const outcomes: Outcome[] = [];
/** Tests that at least one suite ran, and those that at least one skipped; only the difference counts as skipped. */
const ran = new Set<string>();
const skipped = new Set<string>();
const reported: SuiteResults[] = [];

const chosen = chosenSuites(suites, only);
/** A suite on its own leaves about half of two cores idle. */
const AT_ONCE = 2;
const hasEnded = (suite: string) => outcomes.some(({ name }) => name === suite);
/** Faults judge how soon a screen is right again: nothing else runs beside them. */
const mayStart = ({ name }: Suite) =>
  name === 'faults'
    ? chosen.every((other) => other.name === 'faults' || hasEnded(other.name))
    : !testsTheBuild(name) || hasEnded('build');
await sideBySide(chosen, AT_ONCE, mayStart, runSuite);
outcomes.sort((one, other) => placeOf(one) - placeOf(other));

if (reported.length > 0) {
  const unproved = unprovedNow();
  outcomes.push({
    name: 'promises',
    state: unproved.length > 0 ? 'failed' : 'passed',
    detail: unproved.length > 0 ? `${unproved.length} not proved` : 'each named test of these suites ran',
    seconds: 0,
    failed: unproved.map(({ promise, because }) => ({
      file: '',
      name: promise,
      state: 'failed',
      error: because,
    })),
    lastLines: [],
  });
}

console.log('\n=== summary ===');
for (const { name, state, detail, seconds, failed, lastLines } of outcomes) {
  console.log(`${state.padEnd(8)} ${name.padEnd(20)} ${`${seconds} s`.padStart(6)}  ${detail}`);
  // Repeated here, because often only the end of a log is stored.
  for (const test of failed)
    console.log(
      `  failed test: ${test.name}\n    ${(test.error ?? '').slice(0, 2_200).replaceAll('\n', '\n    ')}`,
    );
  for (const line of lastLines) console.log(`  ${name} | ${line}`);
}
const neverRan = [...skipped].filter((name) => !ran.has(name));
for (const name of neverRan) console.log(`skipped  test: ${name}`);

const totals = (state: Outcome['state']) => outcomes.filter((outcome) => outcome.state === state).length;
const skips = totals('skipped') + neverRan.length;
const failures = totals('failed') + (noSkips ? skips : 0);
if (noSkips && skips > 0) console.log('SERVERY_NO_SKIPS is set: every skip is a failure.');
console.log(`suites: ${totals('passed')} passed, ${failures} failed, ${noSkips ? 0 : skips} skipped`);
process.exitCode = failures > 0 ? 1 : 0;

async function runSuite(suite: Suite): Promise<void> {
  console.log(`=== ${suite.name} begins ===`);
  const started = Date.now();
  const end = (state: Outcome['state'], detail: string, more: Partial<Outcome> = {}) => {
    const seconds = Math.round((Date.now() - started) / 1000);
    outcomes.push({ name: suite.name, state, detail, seconds, failed: [], lastLines: [], ...more });
    console.log(`=== ${suite.name} ${state} after ${seconds} s ===`);
  };
  if (
    testsTheBuild(suite.name) &&
    outcomes.some(({ name, state }) => name === 'build' && state === 'failed')
  ) {
    end('failed', 'not run: the build failed, and an old one proves nothing');
    return;
  }
  const result = await suite.execute();
  if ('missing' in result) {
    end('skipped', result.missing);
    return;
  }
  if (result.results.length > 0) reported.push({ suite: suite.name, results: result.results });
  for (const test of result.results) (test.state === 'skipped' ? skipped : ran).add(test.name);
  const tests = (state: TestResult['state']) => result.results.filter((test) => test.state === state);
  const failed = tests('failed');
  end(
    result.ok ? 'passed' : 'failed',
    result.results.length > 0 ? `${tests('passed').length} passed, ${failed.length} failed` : '',
    { failed, lastLines: result.ok || failed.length > 0 ? [] : result.lastLines },
  );
}

/** Its place among the suites of the summary. */
function placeOf({ name }: Outcome): number {
  return suites.findIndex((suite) => suite.name === name);
}

/** What the pages promise but the suites of this run did not prove. */
function unprovedNow() {
  const page = (file: string) => readFileSync(path.resolve(file), 'utf8');
  const named = ['tests/api/README.md', 'tests/desktop/README.md'].flatMap((file) => namedTests(page(file)));
  return [
    ...unprovedTests(named, reported),
    ...unprovedCommands(promiseCommands(page('docs/promises.md')), reported),
  ];
}
