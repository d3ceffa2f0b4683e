/**
 * `npm run bench [-- M1 M9]`: every figure beside a floor measured in the same run, and their ratio against the
 * target. Exits with 1 if a target is missed or a measurement failed; lists what this machine lacks.
 * `-- M18 --attack menus` runs only the attacks with that in their names.
 */
import { parseArgs } from 'node:util';
import { findChromium } from '../support/browser/chromium.ts';
import { findElectron } from '../support/till/electron.ts';
import { startPostgres } from '../support/servers/postgres.ts';
import { refuseStray } from '../support/runner/refuse-stray.ts';
import { run } from '../support/runner/run-command.ts';
import { attacks } from './attacks.ts';
import { boardRows } from './board.ts';
import { crowdRows } from './crowd.ts';
import { editorRows } from './editor.ts';
import { embeddedMemoryRows } from './embedded-memory.ts';
import { paletteRows } from './palette.ts';
import { publicPageRows } from './public-pages.ts';
import { intakeEmbedded, intakeOnPostgres } from './intake.ts';
import { growthRows } from './growth.ts';
import { holds, type Row } from './measure.ts';
import { readRows } from './reads.ts';
import { firstBoardRow, signInRows } from './sign-in.ts';
import { socketRows } from './sockets.ts';
import { tillRows } from './till.ts';
import { attackRows } from './under-attack.ts';
import { visitRows } from './visits.ts';

const { values: only, positionals: wanted } = parseArgs({
  options: { attack: { type: 'string' } },
  allowPositionals: true,
});
const includes = (...ids: string[]) => wanted.length === 0 || ids.some((id) => wanted.includes(id));
const rows: Row[] = [];
const missing: string[] = [];
let failed = false;
const inBrowser = ['M7', 'M8', 'M9', 'M10', 'M11', 'M12', 'M13', 'M20', 'M21'];
const onPostgres = ['M1', 'M2', 'M3', 'M5', 'M6', 'M14', 'R15', 'R16'];
refuseStray(wanted, ['M4', 'M15', 'M16', 'M17', 'M18', ...inBrowser, ...onPostgres]);
if (only.attack !== undefined)
  refuseStray(
    [only.attack],
    attacks.map(({ what }) => what),
    (word, name) => name.includes(word),
  );

await take(['M4'], intakeEmbedded);
await take(['M17'], embeddedMemoryRows);
await take(['M18'], async () => {
  // Strangers ask for the guests' pages too.
  if (!(await run('npm', ['run', '--silent', 'build:web']))) throw new Error('The pages could not be built');
  return attackRows(only.attack);
});
if (includes(...onPostgres)) {
  const postgres = await startPostgres();
  if ('missing' in postgres) missing.push(`${onPostgres.join(', ')}: ${postgres.missing}`);
  else
    try {
      await measureOn(postgres.url);
    } finally {
      await postgres.stop();
    }
}
if (includes(...inBrowser)) {
  const chromium = await findChromium();
  if ('missing' in chromium) missing.push(`${inBrowser.join(', ')}: ${chromium.missing}`);
  else if (await buildPages()) await measureIn(chromium.path);
  else missing.push(`${inBrowser.join(', ')}: the pages could not be built`);
}

if (includes('M15')) {
  const chromium = await findChromium();
  if ('missing' in chromium) missing.push(`M15: ${chromium.missing}`);
  else if (await run('npm', ['run', '--silent', 'build:web']))
    await take(['M15'], () => editorRows(chromium.path));
  else missing.push('M15: the page could not be built');
}

if (includes('M16')) {
  const electron = await findElectron();
  if ('missing' in electron) missing.push(`M16: ${electron.missing}`);
  else if (await run('npm', ['run', '--silent', 'build:till'])) {
    process.env['ELECTRON_PATH'] = electron.path;
    await take(['M16'], tillRows);
  } else missing.push('M16: the till could not be built');
}

const shown = rows.filter(({ id }) => includes(id));
const width = Math.max(...shown.map(({ what }) => what.length), 4);
console.log(
  `\n     ${'what'.padEnd(width)}  ${'ours'.padStart(12)}  ${'floor'.padStart(12)}  ${'ratio'.padStart(7)}  target`,
);
for (const found of shown)
  console.log(
    `${found.id.padEnd(4)} ${found.what.padEnd(width)}  ${found.ours.padStart(12)}  ${found.floor.padStart(12)}  ${found.ratio.toFixed(3).padStart(7)}  ${found.target.padEnd(8)} ${found.target === '' ? 'told' : holds(found) ? 'holds' : 'MISSED'}`,
  );
for (const what of missing) console.log(`not measured: ${what}`);
process.exitCode = shown.every(holds) && !failed ? 0 : 1;

async function buildPages(): Promise<boolean> {
  const floors = ['pages', 'sign-in-floor'].map((folder) => `tests/bench/${folder}/vite.config.ts`);
  for (const config of ['web/vite.config.ts', ...floors])
    if (!(await run('vite', ['build', '-c', config]))) return false;
  return true;
}

async function measureIn(chromium: string): Promise<void> {
  await take(['M7', 'M8', 'M9'], () => boardRows(chromium));
  await take(['M10', 'M11'], () => signInRows(chromium));
  await take(['M12'], () => publicPageRows(chromium));
  await take(['M13'], async () => [await firstBoardRow(chromium)]);
  await take(['M20'], () => paletteRows(chromium));
  await take(['M21'], () => crowdRows(chromium));
}

async function measureOn(postgresUrl: string): Promise<void> {
  await take(['M1', 'M2'], () => intakeOnPostgres(postgresUrl));
  await take(['M5'], () => readRows(postgresUrl));
  await take(['M14'], () => growthRows(postgresUrl));
  await take(['M3'], () => visitRows(postgresUrl));
  await take(['M6', 'R15', 'R16'], () => socketRows(postgresUrl, includes));
}

type Measured = Row[] | { rows: Row[]; missing: string[] };

/** Adds the rows of a measurement, if one of them is wanted. One that fails ends no other. */
async function take(ids: string[], measure: () => Promise<Measured>): Promise<void> {
  if (!includes(...ids)) return;
  try {
    const found = await measure();
    rows.push(...('rows' in found ? found.rows : found));
    if ('missing' in found) missing.push(...found.missing);
  } catch (error) {
    console.error(error);
    failed = true;
    missing.push(`${ids.join(', ')}: the measurement failed`);
  }
}
