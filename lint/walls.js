import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Which rooms of the house a room may import from, besides itself (README, "The house"). */
const doors = {
  shared: [],
  renderer: ['shared'],
  web: ['shared', 'renderer'],
  preload: ['shared'],
  main: ['shared'],
  server: ['shared'],
  demo: ['shared', 'server'],
  lint: [],
};

/** Packages a room may use, where that is fewer than all. */
const packages = { shared: ['zod'], preload: ['electron', 'zod'] };

/** Packages that only make sense on one side, by room. */
const forbidden = {
  renderer: [/^node:/, /^electron$/, /^fastify/, /^pg$/, /^kysely/, /^@electric-sql\//],
  web: [/^node:/, /^electron$/, /^fastify/, /^pg$/, /^kysely/, /^@electric-sql\//],
  server: [/^electron/, /^react/, /^antd/, /^@reduxjs\//],
  main: [/^react/, /^antd/, /^fastify/, /^@reduxjs\//],
};

const root = path.resolve(import.meta.dirname, '..');

/** The features there are, read from the folders, so that a new one is walled from its first day. */
const featuresOf = (room) => {
  const folder = path.join(root, room, 'features');
  return existsSync(folder) ? readdirSync(folder) : [];
};

const features = { renderer: featuresOf('renderer'), server: featuresOf('server') };

const place = (file) => {
  const parts = path.relative(root, file).split(path.sep);
  const [room, second, third] = parts;
  return { room, feature: second === 'features' && features[room]?.includes(third) ? third : null };
};

const resolve = (from, specifier) => {
  if (specifier.startsWith('#shared/')) return path.join(root, 'shared', specifier.slice('#shared/'.length));
  if (specifier.startsWith('.')) return path.resolve(path.dirname(from), specifier);
  return null;
};

/** What is wrong with `from` importing `specifier`, or null. */
export function wallCrossed(from, specifier) {
  const here = place(from);
  if (!(here.room in doors)) return null;
  // What tests or builds a room runs in Node, whatever the room itself may use.
  if (/\.(test|config)\.tsx?$/.test(from) || from.startsWith(path.join(root, 'web/build/'))) return null;
  const target = resolve(from, specifier);
  if (target === null) {
    if (packages[here.room]?.every((name) => specifier !== name && !specifier.startsWith(`${name}/`)))
      return `${here.room}/ may use only ${packages[here.room].join(', ')}; not ${specifier}.`;
    if (forbidden[here.room]?.some((pattern) => pattern.test(specifier)))
      return `${specifier} does not belong in ${here.room}/.`;
    return null;
  }
  const there = place(target);
  if (there.room !== here.room && !doors[here.room].includes(there.room) && there.room !== 'package.json')
    return `${here.room}/ may not import from ${there.room}/.`;
  if (here.feature && there.room === here.room && there.feature && there.feature !== here.feature)
    return `The feature ${here.feature} may not import the feature ${there.feature}; compose them above.`;
  return null;
}

const walls = {
  create(context) {
    const check = (source) => {
      if (typeof source?.value !== 'string') return;
      const message = wallCrossed(context.filename ?? context.getFilename(), source.value);
      if (message) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
    };
  },
};

export default { meta: { name: 'house' }, rules: { walls } };
