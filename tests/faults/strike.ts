import { assertNever } from '#shared/base/assert-never.ts';
import { randomFrom } from '../support/samples/random-from.ts';
import type { Line } from '../support/servers/line.ts';
import type { Span } from './run-log.ts';
import type { Fault } from './schedule.ts';
import { strikeOutlet } from './unattended.ts';
import { moment, until } from './until.ts';
import type { Screen } from './world/screen.ts';
import type { World } from './world/world.ts';

/** Within this a screen notices that its connection is dead, and has opened another, in ms. */
const NOTICED_MS = 15_000;
const MOST_DELAY_MS = 5_000;
const MOST_LOST = 0.3;
const WRONG_BY_MS = 10 * 60_000;

/** Breaks something from the schedule's moment on, mends it when its time is over, and waits until it is mended. */
export async function strike(fault: Fault, startedAt: number, world: World): Promise<void> {
  await moment(startedAt + fault.at);
  if (fault.on === 'outlet') return strikeOutlet(fault, world);
  const free = await world.take(fault.on);
  try {
    await strikeOne(fault, startedAt, world);
  } finally {
    free();
  }
}

async function strikeOne(fault: Fault, startedAt: number, world: World): Promise<void> {
  const over = moment(Math.max(Date.now(), startedAt + fault.at) + fault.lasts);
  const [screenA, screenB] = world.screens;
  switch (fault.on) {
    case 'screen A':
      return strikeScreen(fault, screenA, over);
    case 'screen B':
      return strikeScreen(fault, screenB, over);
    case 'customers':
      return strikeLine(fault, world.customers.line, over);
    case 'platform':
      return strikePlatform(fault, world, over);
    case 'printing':
      return strikePrinting(fault, world, over);
    case 'outlet':
      return;
    default:
      return assertNever(fault.on);
  }
}

async function strikeLine({ kind, amount }: Fault, line: Line, over: Promise<void>): Promise<void> {
  if (kind === 'line cut') line.be('cut');
  if (kind === 'line silent') line.be('silent');
  if (kind === 'line half-open') line.be('half-open');
  if (kind === 'line one-way') line.be('deaf');
  if (kind === 'line slow') line.be({ delayMs: amount * MOST_DELAY_MS });
  if (kind === 'line lossy')
    line.be({ lost: amount * MOST_LOST, random: randomFrom(Math.round(amount * 1e9)) });
  await over;
  line.be('well');
}

async function strikeScreen(fault: Fault, screen: Screen, over: Promise<void>): Promise<void> {
  const span: Span = { from: Date.now(), to: Infinity };
  screen.broken.push(span);
  const aheadMs = (fault.amount < 0.5 ? -1 : 1) * WRONG_BY_MS;
  if (fault.kind === 'screen frozen') await screen.freeze(over);
  else if (fault.kind === 'screen discarded') await screen.reopen({ closedFor: over });
  else if (fault.kind === 'screen’s clock wrong') await screen.reopen({ aheadMs });
  else if (fault.kind === 'token expired') await screen.expireToken();
  else await strikeLine(fault, screen.line, over);
  span.to = await reachableAgain(fault, screen, span.from);
}

/** A slow connection still is one until all has arrived; one that swallowed anything is dead until the screen has another. */
async function reachableAgain({ kind }: Fault, screen: Screen, from: number): Promise<number> {
  if (kind === 'line slow' || kind === 'line lossy') await screen.line.arrived();
  const ended = Date.now();
  if (kind !== 'line silent' && kind !== 'line half-open' && kind !== 'line one-way') return ended;
  const anew = () =>
    screen.heard.findLast((what) => what.kind === 'connection' && what.connected && what.at > from);
  return Math.max(ended, (await until(anew, NOTICED_MS))?.at ?? Date.now());
}

async function strikePlatform(fault: Fault, world: World, over: Promise<void>): Promise<void> {
  const { platform, screens } = world;
  const span: Span = { from: Date.now(), to: Infinity };
  for (const screen of screens) screen.broken.push(span);
  if (fault.kind === 'server killed') {
    const server = Math.floor(fault.amount * platform.servers);
    await platform.kill(server);
    await over;
    await platform.restart(server);
  } else if (fault.kind === 'PostgreSQL killed') {
    await platform.postgres?.kill();
    await over;
    await platform.postgres?.start();
  } else if (fault.kind === 'Redis killed') {
    await platform.redis?.kill();
    await over;
    await platform.redis?.start();
  } else if (fault.kind === 'Redis frozen') {
    platform.redis?.freeze();
    await over;
    platform.redis?.thaw();
  }
  span.to = Date.now();
}

async function strikePrinting(
  { kind, amount }: Fault,
  { printing }: World,
  over: Promise<void>,
): Promise<void> {
  const { mood } = printing.paper;
  if (kind === 'printer cut') mood.cutAfter = Math.floor(amount * 420);
  if (kind === 'printer out of paper') mood.paper = false;
  const till = Math.floor(amount * 2);
  if (kind === 'printing killed') await printing.kill(till);
  await over;
  printing.paper.usual();
  if (kind === 'printing killed') printing.restart(till);
}
