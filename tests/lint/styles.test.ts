import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  lookedUpByClass,
  mismatchedClasses,
  unknownClassNames,
  unnamedSheets,
  type Sources,
} from './style-faults.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The sheets whose class names hold everywhere; any other is a module beside its component. */
const globalSheets = [
  // The tokens, the elements' own looks, and the few words for text.
  'renderer/ui/tokens.css',
  'renderer/ui/base.css',
  // The public pages have these too, as HTML that no script has made.
  'renderer/ui/button.css',
  'renderer/ui/field.css',
  'web/site/site.css',
  // Names of a module would stand in the script of the page to sign in on, whose weight is limited.
  'renderer/ui/states.css',
  'renderer/ui/toasts.css',
  'renderer/features/session/session.css',
  // On paper the whole page is another one.
  'renderer/app/print.css',
  'renderer/print/print-in-dialog.css',
];
/** `shared/print/paper.ts` has the looks of paper, since the till prints them without the app. */
const paper = new Map([['paper.css', '.paper {}']]);

function sourcesOf(...folders: string[]): Sources {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(folder, file.replaceAll(path.sep, '/')),
    ),
  );
  return new Map(
    files
      .filter((file) => /\.(?:tsx?|css)$/.test(file))
      .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
  );
}

describe('the styles of the house', () => {
  const screens = sourcesOf('renderer');
  it('are modules, but for the sheets that are named', () => {
    expect(unnamedSheets(sourcesOf('renderer', 'web'), globalSheets)).toEqual([]);
  });
  it('have modules of different names, since a class is called after its own', () => {
    const names = [...screens.keys()]
      .filter((file) => file.endsWith('.module.css'))
      .map((file) => path.posix.basename(file));
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  });
  it('have only names of the global sheets written out', () => {
    expect(unknownClassNames(new Map([...screens, ...paper]), [...globalSheets, 'paper.css'])).toEqual([]);
  });
  it('have every class that a component takes, and none that nobody takes', () => {
    expect(mismatchedClasses(screens)).toEqual([]);
  });
  it('steer nothing: screens and tests find elements by refs, roles and data attributes', () => {
    expect(
      lookedUpByClass(
        sourcesOf(
          'renderer',
          'web',
          'tests/web',
          'tests/desktop',
          'tests/screens',
          'tests/bench',
          'tests/support',
        ),
      ),
    ).toEqual([]);
  });
});

describe('a fault of styles is found', () => {
  const find = (text: string, sheet = '.row {}') =>
    new Map([
      ['ui/row.tsx', text],
      ['ui/row.module.css', sheet],
    ]);
  it('a sheet that is no module', () => {
    expect(unnamedSheets(new Map([['ui/row.css', '']]), ['ui/base.css'])).toEqual(['ui/row.css']);
  });
  it('a name that is written out and in no global sheet', () => {
    const text =
      "<p className=\"row note\" /><p className={`${styles.row} ${wide ? 'wide' : ''} figures`} /><p className={look('primary')} />";
    const sources = new Map([...find(text), ['base.css', '.note, .figures {}']]);
    expect(unknownClassNames(sources, ['base.css'])).toEqual(['ui/row.tsx: row', 'ui/row.tsx: wide']);
  });
  it('a name that the module does not have, and one that nobody takes', () => {
    const text = "import styles from './row.module.css';\n<p className={styles.rwo} />";
    expect(mismatchedClasses(find(text))).toEqual([
      'ui/row.tsx: styles.rwo is not in ui/row.module.css',
      'ui/row.module.css: nobody takes .row',
    ]);
    expect(mismatchedClasses(find("import styles from './row.module.css';\nstyles[kind]"))).toEqual([]);
  });
  it('an element that is found by its class', () => {
    const text = "element.closest('li.row'); page.locator('[data-name=\"a.b\"]'); page.locator('xpath=..')";
    expect(lookedUpByClass(find(text))).toEqual(["ui/row.tsx: closest('li.row'"]);
  });
});
