/** `npm run test:faults`: breaks everything that can break, and judges what was seen; see README.md. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { TestResult } from '../support/runner/results.ts';
import { refuseStray } from '../support/runner/refuse-stray.ts';
import { SLOW_S } from '../support/runner/waits.ts';
import { judge } from './claims/judge.ts';
import { claims } from './claims/names.ts';
import { holds, together, type Verdict } from './claims/verdict.ts';
import { cases } from './cases.ts';
import { observe, play, type Play } from './play.ts';
import { markOf, prove } from './prove.ts';
import type { RunLog } from './run-log.ts';
import { modes, scheduleOf, type Mode } from './schedule.ts';
import { sliceOf } from './slice.ts';
import { tableOf } from './table.ts';
import { until } from './until.ts';
import { openPlatform, type Platform } from './world/platform.ts';
import { openWorld, type World } from './world/world.ts';

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    mode: { type: 'string' },
    /** A file for the results, as `npm test` reads them. */
    report: { type: 'string' },
  },
});

refuseStray(positionals, ['long', 'cases', 'again']);
// Each server that is killed starts Node again.
process.env['NODE_COMPILE_CACHE'] ??= path.resolve('.cache/compiled');
const isLong = positionals.includes('long') || positionals.includes('again');
/** What each run of a mode was judged. */
const judged: Record<Mode, Verdict[][]> = { embedded: [], 'two-servers': [] };
const seeds = given.seed ? given.seed.split(',').map(Number) : isLong ? [1, 2, 3, 4, 5] : [1];
const chosen = modes.filter((mode) => given.mode === undefined || given.mode === mode);
if (chosen.length === 0) throw new Error(`--mode is one of ${modes.join(', ')}`);
/** The short run may share its machine. */
const slackMs = isLong ? 0 : SLOW_S * 1000;
const results: TestResult[] = [];
const startedAt = Date.now();

if (positionals.includes('cases')) await playCases();
else if (positionals.includes('again')) judgeAgain();
else for (const mode of chosen) for (const seed of seeds) await playOne(mode, seed);

if (isLong) for (const mode of chosen) printTogether(mode);
console.log(`\n${secondsSince(startedAt)} s in all`);
if (given.report) writeFileSync(given.report, JSON.stringify(results));
process.exitCode = results.every(({ state }) => state !== 'failed') ? 0 : 1;

function sizeOf(mode: Mode): Omit<Play, 'seed'> {
  if (isLong) return { orders: 500, span: 240_000, pause: 6_000, unattended: { times: 2, lasts: 66_000 } };
  // A proof is made older in the database, which only PostgreSQL lets the run do.
  const times = mode === 'two-servers' ? 1 : 0;
  return { orders: 12, span: 6_000, pause: 3_000, most: 2_500, unattended: { times, lasts: 1_500 } };
}

async function playOne(mode: Mode, seed: number): Promise<void> {
  const proves = mode === 'two-servers' && seed === seeds[0];
  await inWorldOf(mode, async (world) => {
    await run(world, mode, seed);
    if (proves && !isLong) await proveAll(world);
  });
  // In the long run's world, new tills would first print the tickets of hundreds of orders.
  if (proves && isLong) await inWorldOf(mode, proveAll);
}

/** Acts in a new world; where this machine lacks a program that the mode needs, that is noted as skipped. */
async function inWorldOf(mode: Mode, act: (world: World) => Promise<void>): Promise<void> {
  const platform = await openPlatform(mode);
  if ('missing' in platform) {
    results.push({ file: 'tests/faults/run.ts', name: mode, state: 'skipped', error: platform.missing });
    console.log(`${mode}: skipped, ${platform.missing}`);
    return;
  }
  await inWorld(platform, act);
}

async function inWorld(platform: Platform, act: (world: World) => Promise<void>): Promise<void> {
  try {
    const world = await openWorld(platform);
    try {
      await act(world);
    } finally {
      await world.close();
    }
  } finally {
    await platform.stop();
  }
}

/** Each hard case by itself, one after the other at one outlet; no time gets any slack. */
async function playCases(): Promise<void> {
  const platform = await openPlatform('embedded');
  if ('missing' in platform) throw new Error(platform.missing);
  await inWorld(platform, async (world) => {
    for (const { name, tries, act } of cases) {
      await until(() => world.screens.every((screen) => screen.connected()), 20_000);
      const mark = await markOf(world);
      await act(world);
      const log = sliceOf(await observe(world, Date.now()), mark);
      const verdicts = judge(log, 0).filter(({ claim, looked }) => looked > 0 || tries.includes(claim));
      console.log(`\n${name}\n${tableOf(verdicts)}`);
      for (const verdict of verdicts) note(`${name}: ${verdict.claim}`, holds(verdict), [verdict]);
    }
  });
}

async function run(world: World, mode: Mode, seed: number): Promise<void> {
  const since = Date.now();
  const size = sizeOf(mode);
  const faults = scheduleOf(seed, { mode, ...size });
  const log = await play(world, { seed, ...size });
  console.log(
    `\n${mode}, seed ${seed}: ${size.orders} orders, ${faults.length} faults, ${secondsSince(since)} s`,
  );
  const file = seenIn(mode, seed);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ faults, log }, null, 1));
  const ofProof = new Set<string>([claims.proved, claims.cards, claims.retaken]);
  const verdicts = judge(log, slackMs).filter(
    ({ claim }) => size.unattended.times > 0 || !ofProof.has(claim),
  );
  judged[mode].push(verdicts);
  console.log(tableOf(verdicts));
  if (!verdicts.every(holds)) console.log(`  all that was seen: ${file}`);
  for (const verdict of verdicts) note(`${mode}, seed ${seed}: ${verdict.claim}`, holds(verdict), [verdict]);
}

/** Judges recorded long runs once more, without playing them: for a claim that is judged in a new way. */
function judgeAgain(): void {
  for (const mode of chosen)
    for (const seed of seeds) {
      const { log } = JSON.parse(readFileSync(seenIn(mode, seed), 'utf8')) as { log: RunLog };
      const verdicts = judge(log, 0);
      judged[mode].push(verdicts);
      for (const verdict of verdicts)
        note(`${mode}, seed ${seed}: ${verdict.claim}`, holds(verdict), [verdict]);
    }
}

function printTogether(mode: Mode): void {
  console.log(`\n${mode}, ${judged[mode].length} runs together\n${tableOf(together(judged[mode]))}`);
}

function seenIn(mode: Mode, seed: number): string {
  return `.cache/faults/${mode}-${seed}.json`;
}

/** Each claim must be one that can break: with its mechanism switched off it does, by just that. */
async function proveAll(world: World): Promise<void> {
  const since = Date.now();
  const proved = await prove(world);
  console.log(`\nwith their mechanisms switched off, the claims break (${secondsSince(since)} s)`);
  for (const { control, verdict, broke } of proved) {
    console.log(`${broke ? 'broke' : 'WRONG'}  ${control.claim}: ${control.switchedOff}`);
    if (!broke) console.log(verdict.breaches.join('\n') || '  nothing broke');
    note(`switched off: ${control.claim}`, broke, [verdict]);
  }
}

function note(name: string, ok: boolean, verdicts: readonly Verdict[]): void {
  const error = verdicts
    .flatMap(({ claim, breaches }) => breaches.map((breach) => `${claim}: ${breach}`))
    .join('\n');
  results.push({
    file: 'tests/faults/run.ts',
    name,
    state: ok ? 'passed' : 'failed',
    ...(!ok && { error: error || 'nothing was tried' }),
  });
}

function secondsSince(since: number): number {
  return Math.round((Date.now() - since) / 1000);
}
