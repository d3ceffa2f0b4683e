import path from 'node:path';

/** The rooms from which a room may import, besides itself (README, "Where things are"). */
const doors = {
  shared: [],
  renderer: ['shared'],
  web: ['shared', 'renderer'],
  guest: ['shared'],
  preload: ['shared'],
  main: ['shared'],
  server: ['shared'],
  scripts: ['shared', 'main'],
  demo: ['shared', 'server', 'scripts'],
  lint: [],
};

/**
 * The floors of a room, the highest first. A file imports from its own folder and from lower floors. Folders on one
 * line are neighbours and do not import each other. Files directly in the room may import all of it.
 */
const floors = {
  shared: ['host', 'print', 'close', 'orders catalogs', 'api', 'base'],
  guest: ['menu pay order pick-up worker', 'base'],
  main: ['window session alerts printing updates', 'settings', 'security', 'files resources'],
  renderer: [
    'app',
    'features/*',
    'bands refunds sold-out readiness escalation catalog-saving catalog-csv',
    'live',
    'print',
    'orders outlets catalog-model',
    'state',
    'api platform ui',
  ],
  server: [
    'commands',
    'config',
    'features/*',
    'live payments senders images backups web-files api-docs',
    'http',
    'limits',
    'audit ordering ledger',
    'database',
    'core',
  ],
};

/**
 * Allowed imports that go up or sideways: [the file, what it imports, why]. Prefer turning an import to adding one.
 * @type {[from: string, to: string, why: string][]}
 */
const exceptions = [];

/** The packages that a room may use, if not all. */
const packages = {
  shared: ['zod'],
  guest: ['idb', 'preact', 'preact-render-to-string', 'uuid'],
  preload: ['electron', 'zod'],
};

/** Packages that make sense on one side only, by room. */
const forbidden = {
  renderer: [/^node:/, /^electron$/, /^fastify/, /^pg$/, /^kysely/, /^@electric-sql\//],
  web: [/^node:/, /^electron$/, /^fastify/, /^pg$/, /^kysely/, /^@electric-sql\//],
  server: [/^electron/, /^react/, /^antd/, /^@reduxjs\//],
  main: [/^react/, /^antd/, /^fastify/, /^@reduxjs\//],
};

/** Folders of builds and tests inside a room. */
const outside = ['web/build/', 'server/testing/'];

const root = path.resolve(import.meta.dirname, '..');

/** The room of a file, and its folder there: '' for the room itself; each feature is a folder of its own. */
function place(file) {
  const name = path.relative(root, file).replaceAll(path.sep, '/');
  const [room, ...rest] = name.split('/');
  const [folder = '', feature] = rest.slice(0, -1);
  return { name, room, folder: folder === 'features' && feature ? `features/${feature}` : folder };
}

/** The number of a folder's floor, counted from the top; null if it is on none. */
function floorOf(room, folder) {
  if (folder === '') return 0;
  const line = folder.startsWith('features/') ? 'features/*' : folder;
  const at = floors[room].findIndex((names) => names.split(' ').includes(line));
  return at === -1 ? null : at + 1;
}

const resolve = (from, specifier) => {
  if (specifier.startsWith('#shared/')) return path.join(root, 'shared', specifier.slice('#shared/'.length));
  if (specifier.startsWith('.')) return path.resolve(path.dirname(from), specifier);
  return null;
};

/** What is wrong with a package in a room, or null. */
function packageOutOfPlace(room, specifier) {
  if (packages[room]?.every((name) => specifier !== name && !specifier.startsWith(`${name}/`)))
    return `${room}/ may use only ${packages[room].join(', ')}; not ${specifier}.`;
  if (forbidden[room]?.some((pattern) => pattern.test(specifier)))
    return `${specifier} does not belong in ${room}/.`;
  return null;
}

/** What is wrong with an import within a room, or null. */
function floorCrossed(here, there, allowed) {
  const { room } = here;
  if (!(room in floors) || here.folder === there.folder) return null;
  if (allowed.some(([from, to]) => from === here.name && to === there.name)) return null;
  const homeless = [here, there].find(({ folder }) => floorOf(room, folder) === null);
  if (homeless) return `${room}/${homeless.folder}/ is on no floor: give it one in lint/walls.js.`;
  const above = floorOf(room, here.folder) - floorOf(room, there.folder);
  const [from, to] = [here, there].map(({ folder }) => `${room}/${folder}`);
  if (above > 0)
    return `${from} may not import ${to}, which is above it: turn the import, or move down what is needed.`;
  if (above === 0) return `${from} may not import its neighbour ${to}: what both need belongs a floor below.`;
  return null;
}

/** What is wrong with `from` importing `specifier`, or null. */
export function wallCrossed(from, specifier, allowed = exceptions) {
  const here = place(from);
  if (!(here.room in doors)) return null;
  // Tests and builds run in Node, whatever their room may use.
  if (/\.(test|config)\.tsx?$/.test(from) || outside.some((folder) => here.name.startsWith(folder)))
    return null;
  const target = resolve(from, specifier);
  if (target === null) return packageOutOfPlace(here.room, specifier);
  const there = place(target);
  if (there.room === here.room) return floorCrossed(here, there, allowed);
  if (!doors[here.room].includes(there.room) && there.room !== 'package.json')
    return `${here.room}/ may not import from ${there.room}/.`;
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
      TSImportType: (node) => check(node.source),
    };
  },
};

export default { meta: { name: 'house' }, rules: { walls } };
