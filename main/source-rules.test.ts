import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { pageOptions } from './security/page-options.ts';

const root = path.resolve(import.meta.dirname, '..');
const files = ['main', 'preload'].flatMap((room) =>
  readdirSync(path.join(root, room), { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({
      name: path.basename(name),
      source: readFileSync(path.join(root, room, name), 'utf8'),
    })),
);
const sources = files.map(({ source }) => source);

it('what every page is opened with (E2, E3, E4)', () => {
  expect(pageOptions('preload.cjs', 'https://orders.example/api', false)).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    devTools: false,
  });
  const opened = files.flatMap(({ name, source }) =>
    (source.match(/new (?:BrowserWindow|WebContentsView|BrowserView)\b/g) ?? []).map(
      (found) => `${name}: ${found}`,
    ),
  );
  // The window and the bell; printed pages are laid out in pages without a bridge.
  expect(opened.toSorted()).toEqual([
    'bell.ts: new WebContentsView',
    'draw-line.ts: new WebContentsView',
    'print-page.ts: new BrowserWindow',
    'window.ts: new BrowserWindow',
  ]);
  const bare = 'webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false';
  expect(
    files
      .filter(({ source }) => source.includes(bare))
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['draw-line.ts', 'print-page.ts']);
  expect(sources.filter((source) => source.includes('app.enableSandbox()'))).toHaveLength(1);
});

it.each([
  ['webSecurity', 'E6'],
  ['allowRunningInsecureContent', 'E8'],
  ['experimentalFeatures', 'E9'],
  ['enableBlinkFeatures', 'E10'],
  ['allowpopups', 'E11'],
  ['bypassCSP', 'E18'],
  ['crashReporter', 'no crash dumps'],
])('what stands nowhere in the till: %s (%s) (E6, E8, E9, E10, E11)', (word) => {
  expect(sources.filter((source) => source.includes(word))).toEqual([]);
});

it('the older calls of safeStorage are the fallback of the newer, in one place (E22)', () => {
  expect(sources.filter((source) => /\b(?:en|de)cryptString\b/.test(source))).toHaveLength(1);
});
