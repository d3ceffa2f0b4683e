import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestResult } from './results.ts';

/** A test that a page names as proof: its file, and its name or its group's, in which `%s` matches anything. */
export type NamedTest = { file: string; name: string };
/** The report of a suite that ran; `suite` as `npm test` names it. */
export type SuiteResults = { suite: string; results: readonly TestResult[] };
/** A promise whose proof did not run and pass, with the reason. */
export type Unproved = { promise: string; because: string };

/** The tests that a page's rows name, each as `` `file`: "name", "name" ``; a file alone means all its tests. */
export function namedTests(page: string): NamedTest[] {
  return [
    ...page.matchAll(/`([\w.-]+\/[\w/.-]+\.(?:test|spec)\.tsx?)`(?:: ((?:"[^"]+"(?:, )?)+))?/g),
  ].flatMap(([, file = '', names = '']) => {
    const found = [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ file, name }));
    return found.length > 0 ? found : [{ file, name: '' }];
  });
}

const root = path.resolve(import.meta.dirname, '../../..');
const textOf = (file: string) =>
  existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : null;

/** The rows of a page that name no test, and the tests they name that are not there; `what` a row is about. */
export function unnamedProofs(rows: readonly { [column in 'what' | 'proof']?: string }[]): string[] {
  return rows.flatMap(({ what = '', proof = '' }) => {
    const named = namedTests(proof);
    if (named.length === 0) return [what];
    return named
      .filter(({ file, name }) => !textOf(file)?.includes(name))
      .map(({ file, name }) => `${file}: ${name}`);
  });
}

/** The table of promises in docs/promises.md: each promise and the command that proves it. */
export function promiseCommands(page: string): { promise: string; command: string; rest: string }[] {
  return [...page.matchAll(/^\| (.+?) \| .+ \| `(np[^`]+)`(.*?) \|$/gm)].map(
    ([, promise = '', command = '', rest = '']) => ({ promise, command, rest }),
  );
}

/**
 * Which of a page's named tests did not run and pass. Only suites that ran are considered; a test that all of them
 * skipped counts neither as proof nor as failure.
 */
export function unprovedTests(named: readonly NamedTest[], ran: readonly SuiteResults[]): Unproved[] {
  return named.flatMap(({ file, name }) => {
    const suites = ran.filter(({ suite }) => suite.startsWith(suiteOf(file)));
    if (suites.length === 0) return [];
    const pieces = name.split(/%[a-z]/);
    const found = suites
      .flatMap(({ results }) => results)
      .filter((test) => test.file === file && inOrder(test.name, pieces));
    return verdict(`${file}: "${name}"`, found);
  });
}

/** Which commands of the table of promises run no test, or one that failed. */
export function unprovedCommands(
  commands: ReturnType<typeof promiseCommands>,
  ran: readonly SuiteResults[],
): Unproved[] {
  return commands.flatMap(({ promise, command, rest }) =>
    choicesOf(command, rest).flatMap(({ suite: wanted, file, name }) => {
      const suites = ran.filter(({ suite }) => suite.startsWith(wanted));
      if (suites.length === 0) return [];
      const found = suites
        .flatMap(({ results }) => results)
        .filter((test) => test.file.includes(file) && test.name.includes(name));
      return verdict(`${promise} (${command})`, found);
    }),
  );
}

function inOrder(text: string, pieces: readonly string[]): boolean {
  let from = 0;
  return pieces.every((piece) => {
    const at = text.indexOf(piece, from);
    from = at + piece.length;
    return at >= 0;
  });
}

function verdict(promise: string, found: readonly TestResult[]): Unproved[] {
  const failed = found.find(({ state }) => state === 'failed');
  if (failed) return [{ promise, because: `failed: ${failed.name}` }];
  return found.length === 0 ? [{ promise, because: 'no such test ran' }] : [];
}

/** What a command runs: one choice for each file or suite that it names. */
function choicesOf(command: string, rest: string): { suite: string; file: string; name: string }[] {
  const words = [...command.matchAll(/"([^"]+)"|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain);
  const [file = ''] = /[\w-]+\.spec\.ts/.exec(rest) ?? [];
  if (command.startsWith('npm test')) return words.slice(3).map((suite) => ({ suite, file, name: '' }));
  const [suite = '', ...options] = words.slice(words.indexOf('--project') + 1);
  const at = options.indexOf('-t');
  const files = at < 0 ? options : options.slice(0, at);
  return (files.length > 0 ? files : ['']).map((file) => ({
    suite,
    file,
    name: at < 0 ? '' : (options[at + 1] ?? ''),
  }));
}

function suiteOf(file: string): string {
  if (file.startsWith('tests/web/')) return 'web';
  if (file.startsWith('tests/desktop/')) return 'desktop';
  return /^(?:server|tests\/api|tests\/hostile)\//.test(file) ? 'api' : 'unit';
}
