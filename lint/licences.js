import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A vite plugin that writes the licences of all packages in a build into one of its files.
 * @param {string} [fileName]
 * @returns {import('vite').Plugin}
 */
export function licences(fileName = 'licences.txt') {
  return {
    name: 'house:licences',
    generateBundle(_options, bundle) {
      const folders = new Set();
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const id of Object.keys(chunk.modules)) {
          const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/')) ?? [];
          if (folder && existsSync(path.join(folder, 'package.json'))) folders.add(folder);
        }
      }
      const texts = [...folders].map(licenceOf).toSorted();
      this.emitFile({ type: 'asset', fileName, source: texts.join('\n\n') });
    },
  };
}

/** A package's name, version, licence, and the licence's text where the package has one. */
function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = file ? readFileSync(path.join(folder, file), 'utf8').trim() : '';
  return `${name} ${version} (${license})\n\n${text}`.trim();
}
