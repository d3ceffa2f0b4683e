import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What draws the pages for guests in a build; here each page says which it is, and the how-manieth that was drawn. */
const module = `
let drawn = 0;
const page = (name) => () => '<p>' + name + ' ' + (drawn += 1) + '</p>';
export const pages = {
  ...Object.fromEntries(['menu', 'pay', 'order', 'pickUp', 'missing'].map((name) => [name, page(name)])),
  atTable: (page, _marks, { name }) => page + '<h1>Table ' + name + '</h1>',
};
`;

/** Puts such a module where a server whose web build is in the returned folder looks for it. */
export function drawnPages(folder: string): string {
  const guest = path.join(folder, 'guest');
  mkdirSync(guest);
  writeFileSync(path.join(guest, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(guest, 'render.js'), module);
  return path.join(folder, 'web');
}
