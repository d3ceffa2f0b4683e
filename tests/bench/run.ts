/**
 * `npm run bench [-- M1 M9]`: every figure beside a floor measured in the same run, and their ratio against the
 * target. Exits with 1 if a target is missed; lists what this machine lacks.
 * `-- M18 --attack menus` runs only the attacks with that in their names.
 */
import { parseArgs } from 'node:util';
import { findChromium } from '../support/browser/chromium.ts';
import { findElectron } from '../support/till/electron.ts';
import { startPostgres } from '../support/servers/postgres.ts';
import { run } from '../support/runner/run-command.ts';
import { boardRows } from './board.ts';
import { editorRows } from './editor.ts';
import { embeddedMemoryRows } from './embedded-memory.ts';
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
const inBrowser = ['M7', 'M8', 'M9', 'M10', 'M11', 'M12', 'M13'];
const onPostgres = ['M1', 'M2', 'M3', 'M5', 'M6', 'M14', 'R15', 'R16'];

if (includes('M4')) rows.push(...(await intakeEmbedded()));
if (includes('M17')) rows.push(...(await embeddedMemoryRows()));
if (includes('M18')) rows.push(...(await attackRows(only.attack)));
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
    rows.push(...(await editorRows(chromium.path)));
  else missing.push('M15: the page could not be built');
}

if (includes('M16')) {
  const electron = await findElectron();
  if ('missing' in electron) missing.push(`M16: ${electron.missing}`);
  else if (await run('npm', ['run', '--silent', 'build:till'])) {
    process.env['ELECTRON_PATH'] = electron.path;
    rows.push(...(await tillRows()));
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
process.exitCode = shown.every(holds) ? 0 : 1;

async function buildPages(): Promise<boolean> {
  const floors = ['pages', 'sign-in-floor'].map((folder) => `tests/bench/${folder}/vite.config.ts`);
  for (const config of ['web/vite.config.ts', ...floors])
    if (!(await run('vite', ['build', '-c', config]))) return false;
  return true;
}

async function measureIn(chromium: string): Promise<void> {
  if (includes('M7', 'M8', 'M9')) rows.push(...(await boardRows(chromium)));
  if (includes('M10', 'M11')) rows.push(...(await signInRows(chromium)));
  if (includes('M12')) rows.push(...(await publicPageRows(chromium)));
  if (includes('M13')) rows.push(await firstBoardRow(chromium));
}

async function measureOn(postgresUrl: string): Promise<void> {
  if (includes('M1', 'M2')) rows.push(...(await intakeOnPostgres(postgresUrl)));
  if (includes('M5')) rows.push(...(await readRows(postgresUrl)));
  if (includes('M14')) rows.push(...(await growthRows(postgresUrl)));
  if (includes('M3')) take(await visitRows(postgresUrl));
  if (includes('M6', 'R15', 'R16')) take(await socketRows(postgresUrl, includes));
}

function take(found: { rows: Row[]; missing: string[] }): void {
  rows.push(...found.rows);
  missing.push(...found.missing);
}
