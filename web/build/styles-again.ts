import type { Plugin } from 'vite';

/** What Vite's loader of code and its styles does where a stylesheet fails, and what it is to do. */
const changes: [from: RegExp, to: string][] = [
  // Any entry counts as "loaded", so that the code would come at the next try, and the styles would not.
  [
    /const preloadPromise = promise\.then\([^]*return preloadPromise;/,
    'return seen[href] = promise.catch((err) => { delete seen[href]; throw err; });',
  ],
  // So does a link in the page.
  [/if \(e\.type === "error"\) rej\(/, 'if (e.type === "error") link.remove(), rej('],
];

/**
 * Requests a stylesheet that failed again, together with its code: Vite's own loader does so with the code alone, and
 * a screen whose preload met a lost connection would stand without styles until the page is loaded again.
 */
export function stylesAgain(): Plugin {
  return {
    name: 'house:styles-again',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler: (code) =>
        changes.reduce((known, [from, to]) => {
          // As after an update of Vite.
          if (!from.test(known)) throw new Error(`Vite’s preload helper has no ${from}`);
          return known.replace(from, to);
        }, code),
    },
  };
}
