import { isCounted } from '#shared/base/order-statuses.ts';
import { randomFrom } from '../support/samples/random-from.ts';
import { SLOW_S } from '../support/runner/waits.ts';
import { isEqual, RUNG_WITHIN_MS } from './claims/screens.ts';
import type { Money, RunLog, ScreenLog, ServerOrder } from './run-log.ts';
import { scheduleOf, subjects } from './schedule.ts';
import { connectedSpans, without } from './spans.ts';
import { staffOf } from './staff.ts';
import { strike } from './strike.ts';
import { moment, until } from './until.ts';
import type { Platform } from './world/platform.ts';
import type { Screen } from './world/screen.ts';
import { cardAccount, type World } from './world/world.ts';

export type Play = {
  seed: number;
  /** How many orders are asked for, and over how long, in ms; no fault begins after it. */
  orders: number;
  span: number;
  /** The mean time between two faults of one subject, in ms. */
  pause: number;
  most?: number;
  unattended: { times: number; lasts: number };
};

/** Once nothing breaks any more, staff have this long to press what still waits, in ms. */
const CALM_MS = 10_000;

/** How long the last cut lasts, and how long anything may take to come to rest afterwards, in ms. */
const LAST_CUT_MS = 1_500;
const REST_MS = 30_000;
/** How long it stays calm then: the order that came during the last cut still waits, and is due to ring. */
const CALM_TO_RING_MS = RUNG_WITHIN_MS + SLOW_S * 1_000 + 500;

/** Plays a seed's schedule in a world, with customers and staff at work, and returns what was seen. */
export async function play(world: World, options: Play): Promise<RunLog> {
  const { customers } = world;
  const faults = scheduleOf(options.seed, { mode: world.platform.mode, ...options });
  const random = randomFrom(options.seed + 1);
  const startedAt = Date.now();
  await withStaff(world, random, async () => {
    const asked = Array.from({ length: options.orders }, () => random() * options.span).map((at) =>
      moment(startedAt + at).then(customers.order),
    );
    const struck = subjects.map(async (on) => {
      // Mending may take longer than the fault, such as a server's start: the next one on the same subject waits for it.
      for (const fault of faults) if (fault.on === on) await strike(fault, startedAt, world);
    });
    await Promise.all([...asked, ...struck]);
  });
  const { ended, waiting } = await lastCut(world);
  const log = await observe(world, ended, REST_MS, CALM_TO_RING_MS);
  if (waiting) await world.colleague.call('POST', `/sellers/orders/accept/${waiting}`);
  return log;
}

/** Does something while staff are at work; ends when every order of it has come to its end. */
export async function withStaff(world: World, random: () => number, act: () => Promise<void>): Promise<void> {
  const staff = staffOf(world, random);
  const looking = { over: false };
  const looks = lookOften(staff.look, looking);
  await act();
  await staff.look();
  await until(() => !staff.isLooking(), CALM_MS);
  staff.leave();
  await staff.look();
  looking.over = true;
  await looks;
  await staff.done();
  await Promise.all(world.screens.map((screen) => screen.settled()));
}

/** Waits until the screens and the tickets are as they will remain, and returns what was seen so far. */
export async function observe(
  world: World,
  lastFaultEnded: number,
  restMs = REST_MS,
  calmMs = 0,
): Promise<RunLog> {
  const { customers, screens, printing, colleague } = world;
  const equalAfter = await Promise.all(
    screens.map((screen) => equalAgain(screen, world, lastFaultEnded, restMs)),
  );
  const server = await serverOrders(world);
  const numbers = server.flatMap(({ number, status }) => (isCounted(status) ? number : []));
  await until(() => printing.isSettled(numbers), restMs, 250);
  await moment(Date.now() + calmMs);
  const ended = Date.now();
  return {
    customers: [...customers.orders],
    server,
    changes: [...colleague.changes],
    screens: await Promise.all(
      screens.map(async (screen, at) => screenLog(screen, equalAfter[at] ?? null, ended)),
    ),
    presses: screens.flatMap(({ presses }) => presses),
    money: moneyOf(world.platform),
    refusals: [...customers.refusals],
    unheard: [...world.unheard],
    sheets: printing.sheets(),
    askedTickets: printing.asked(),
    lastFaultEnded,
  };
}

async function lookOften(look: () => Promise<void>, looking: { over: boolean }): Promise<void> {
  while (!looking.over) {
    await look();
    await moment(Date.now() + 250);
  }
}

/**
 * Both screens are cut off while two orders come, of which one is accepted elsewhere.
 *
 * @returns when they could be reached again, and the id of the order that still waits
 */
async function lastCut({ screens, customers, colleague }: World) {
  const from = Date.now();
  for (const { line } of screens) line.be('cut');
  const over = moment(from + LAST_CUT_MS);
  const [answered, waiting] = await Promise.all([customers.order(), customers.order()]);
  if (answered.orderId) await colleague.call('POST', `/sellers/orders/accept/${answered.orderId}`);
  await over;
  const to = Date.now();
  for (const { line, broken } of screens) {
    broken.push({ from, to });
    line.be('well');
  }
  return { ended: to, waiting: waiting.orderId };
}

/** How long after `since` the screen has exactly what the server has; null if it never does. */
async function equalAgain(
  screen: Screen,
  world: World,
  since: number,
  withinMs: number,
): Promise<number | null> {
  const equal = await until(
    async () => {
      const [shown, server] = await Promise.all([screen.shown(), serverOrders(world)]);
      return shown !== null && isEqual(shown, server) ? Date.now() : null;
    },
    withinMs,
    100,
  );
  return equal === null ? null : equal - since;
}

async function serverOrders({ colleague }: World): Promise<ServerOrder[]> {
  return (await colleague.orders()).map(({ id, orderNumber, status, version, refunded, createdAt }) => ({
    id,
    number: orderNumber,
    status,
    version,
    refunded,
    writtenAt: Date.parse(createdAt),
  }));
}

async function screenLog(screen: Screen, equalAfter: number | null, until: number): Promise<ScreenLog> {
  const { name, heard, broken } = screen;
  return {
    name,
    reachable: without(connectedSpans(heard, until), broken),
    tones: heard.flatMap(({ kind, at }) => (kind === 'tone' ? at : [])),
    known: heard.flatMap((what) => (what.kind === 'known' ? { id: what.orderId, at: what.at } : [])),
    words: heard.flatMap((what) => (what.kind === 'word' ? { text: what.text, at: what.at } : [])),
    shown: (await screen.shown()) ?? [],
    equalAfter,
  };
}

/** What the card provider has been asked to do, by order. */
function moneyOf(platform: Platform): Money[] {
  return cardAccount(platform).intents.map((intent) => {
    const captures = platform.stripe.requests.filter(({ path }) => path.endsWith(`/${intent.id}/capture`));
    return {
      orderId: intent.metadata['order_id'] ?? '',
      captureKeys: [...new Set(captures.flatMap(({ idempotencyKey }) => idempotencyKey ?? []))],
      refunds: intent.refunds.map(({ metadata, amount }) => ({
        refundId: metadata?.['refund_id'] ?? '',
        amount,
      })),
      held: intent.status === 'requires_capture',
    };
  });
}
