/** Packages that must not get into a page, with the reason; one value import is enough to include one unnoticed. */
const keptOut = new Map([['zod', 'pages take only the types of the contract']]);

/**
 * A vite plugin that fails the build of a page that includes a forbidden package.
 * @returns {import('vite').Plugin}
 */
export function pageWalls() {
  return {
    name: 'house:page-walls',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          const [, name = ''] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? [];
          if (renderedLength > 0 && keptOut.has(name))
            this.error(`${name} is in the page (${chunk.fileName}): ${keptOut.get(name)}.`);
        }
      }
    },
  };
}
