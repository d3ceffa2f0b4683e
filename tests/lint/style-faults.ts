import path from 'node:path';

/** Sources by their path from the root. */
export type Sources = ReadonlyMap<string, string>;

/** Classes of packages, which only they can name. */
const foreign = /^(?:ant-|ReactCrop)/;

/** Sheets that are no modules, beyond those that are named. */
export function unnamedSheets(sources: Sources, named: readonly string[]): string[] {
  return [...sources.keys()].filter(
    (file) => file.endsWith('.css') && !file.endsWith('.module.css') && !named.includes(file),
  );
}

/** Class names written out in components that no global sheet has: they are borrowed, or do nothing. */
export function unknownClassNames(sources: Sources, globalSheets: readonly string[]): string[] {
  const known = new Set(globalSheets.flatMap((sheet) => classesOf(sources.get(sheet) ?? '')));
  return components(sources).flatMap(([file, text]) =>
    writtenClassNames(text)
      .filter((name) => !known.has(name))
      .map((name) => `${file}: ${name}`),
  );
}

/** Classes that a component takes from a module which has none of that name, and those of a module that nobody takes. */
export function mismatchedClasses(sources: Sources): string[] {
  const faults: string[] = [];
  const taken = new Map<string, Set<string>>();
  for (const [file, text] of components(sources))
    for (const [, name = '', from = ''] of text.matchAll(/^import (\w+) from '(.*\.module\.css)';$/gm)) {
      const sheet = path.posix.join(path.posix.dirname(file), from);
      const has = new Set(classesOf(sources.get(sheet) ?? ''));
      const uses = taken.get(sheet) ?? new Set();
      taken.set(sheet, uses);
      // One that is computed may be any of them.
      if (new RegExp(`\\b${name}\\[`).test(text)) for (const one of has) uses.add(one);
      // Not the sheet's own address.
      for (const [, used = ''] of text.matchAll(new RegExp(`(?<![-./\\w])${name}\\.(\\w+)`, 'g'))) {
        uses.add(used);
        if (!has.has(used)) faults.push(`${file}: ${name}.${used} is not in ${sheet}`);
      }
    }
  for (const [sheet, text] of sources)
    if (sheet.endsWith('.module.css'))
      for (const name of classesOf(text))
        if (!taken.get(sheet)?.has(name)) faults.push(`${sheet}: nobody takes .${name}`);
  return faults;
}

const lookUp =
  /\b(?:querySelector(?:All)?|closest|matches|locator|waitForSelector|getElementsByClassName)\(\s*(['"`])(.*?)\1/gs;

/** Elements that are found by their class instead of by a ref, a role or a data attribute. */
export function lookedUpByClass(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) =>
    file.endsWith('.css')
      ? []
      : [...text.matchAll(lookUp)]
          .filter(
            ([call, , selector = '']) =>
              call.startsWith('getElementsByClassName') || classesOf(selector).length,
          )
          .map(([call]) => `${file}: ${call}`),
  );
}

function components(sources: Sources): [string, string][] {
  return [...sources].filter(([file]) => file.endsWith('.tsx'));
}

/** The class names of a sheet or a selector, those of packages left out. */
function classesOf(text: string): string[] {
  const selectors = text
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/@import[^;]*;/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\{[^{}]*\}/g, '{}');
  const names = [...selectors.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !foreign.test(name));
}

/** Every word of each `className` that stands in the source as text. */
function writtenClassNames(text: string): string[] {
  const values = text.matchAll(/\bclassName(?:=|: )("[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\})/g);
  return [...values].flatMap(([, value = '']) => {
    // What a call, an index or a comparison is given is no class.
    const own = value.replaceAll(/\w+\([^()]*\)|\[[^\]]*\]|[!=]== '[^']*'/g, '');
    const quoted = [...own.matchAll(/"([^"]*)"|'([^']*)'/g)].map(
      ([, double, single]) => double ?? single ?? '',
    );
    const templates = [...own.matchAll(/`([^`]*)`/g)].map(([, words = '']) =>
      words.replaceAll(/\$\{[^}]*\}/g, ' '),
    );
    return [...quoted, ...templates]
      .flatMap((words) => words.split(/\s+/))
      .filter((word) => word !== '' && !word.endsWith('-'));
  });
}
