import type { Outlet } from '#shared/api/outlets.ts';
import type { Category } from '#shared/api/catalogs.ts';
import type { Finding } from '#shared/api/readiness.ts';
import { localDay } from '#shared/base/local-time.ts';
import type { Moment } from '#shared/base/menu-hours.ts';
import type { ReadinessCheck } from '#shared/base/readiness.ts';
import type { AlertChannel } from '#shared/base/rungs.ts';
import { zoneOf } from '#shared/base/time-zones.ts';
import { canBeOrdered } from '#shared/catalogs/pricing.ts';
import { menuAt, nextMenuChange } from '#shared/catalogs/served.ts';
import type { NotifyOutcome } from '#shared/host/alerts.ts';
import type { Platform } from '#shared/host/platform.ts';
import type { Client } from '../api/client.ts';
import { ticker } from '../orders/ticker.ts';
import { formatTime, formatWhen } from '../ui/times.ts';

/** How long a check may take, in ms. */
export const CHECK_MS = 15_000;
const SLOW_MS = 3_000;
const CLOCK_MS = 30_000;
const FREE_BYTES = 500_000_000;
/** Hours are the same each week, which is longer by an hour when clocks go back. */
const AHEAD_MS = 8 * 24 * 3_600_000;

export type Checked = Pick<Finding, 'state' | 'detail'>;
type Check = () => Promise<Checked | null>;

export type ChecksOptions = {
  outlet: Outlet;
  platform: Pick<Platform, 'can' | 'printing' | 'askPrinters' | 'examineComputer'>;
  client: Pick<Client, 'call' | 'clockAheadMs'>;
  /** What the person said to notifications. */
  notify: Promise<NotifyOutcome>;
};

const ok = (detail: string): Checked => ({ state: 'ok', detail });
const note = (detail: string): Checked => ({ state: 'note', detail });
const fault = (detail: string): Checked => ({ state: 'fault', detail });

type Checks = Record<Exclude<ReadinessCheck, 'sound'>, Check>;

/** All checks but that of the sound, which a person decides. Null: this host or server has nothing to check. */
export function checksOf({ outlet, platform, client, notify }: ChecksOptions): Checks {
  return {
    ...connectionChecks(client, outlet),
    ...sellingChecks(client, outlet),
    ...computerChecks(platform),
    rungs: () => rungsCheck(client, outlet),
    async notifications() {
      if ((await notify) === 'allowed') return ok('They are shown.');
      return note(
        'They are off: orders ring and stand on this screen. The browser’s settings can change that.',
      );
    },
  };
}

function connectionChecks(client: ChecksOptions['client'], outlet: Outlet): Pick<Checks, 'server' | 'clock'> {
  async function readOutlet(): Promise<number> {
    const started = performance.now();
    await client.call('GET /sellers/outlets/:outletId', { params: { outletId: outlet.id } });
    return performance.now() - started;
  }
  const answered = readOutlet().catch(() => null);
  return {
    async server() {
      const ms = await answered;
      if (ms === null) return fault('The server does not answer. Look at this computer’s network.');
      const took = `It answered in ${(ms / 1000).toFixed(1)} s`;
      return ms > SLOW_MS ? fault(`${took}: too slow. Look at this computer’s network.`) : ok(`${took}.`);
    },
    async clock() {
      await answered;
      const ahead = client.clockAheadMs;
      if (ahead === null) return null;
      if (Math.abs(ahead) <= CLOCK_MS) return ok('It agrees with the server’s.');
      const off = `${Math.round(Math.abs(ahead) / 1000)} s ${ahead > 0 ? 'behind' : 'ahead'}`;
      return fault(`This computer’s clock is ${off}. Set it in the system’s settings.`);
    },
  };
}

function sellingChecks(client: ChecksOptions['client'], outlet: Outlet): Pick<Checks, 'menu' | 'cards'> {
  return {
    menu: () => menuCheck(client, outlet),
    async cards() {
      const profile = await client.call('GET /sellers/profile', {});
      if (profile.cardsRefused)
        return fault('Stripe refuses payments to your account, and orders with it. Payouts says more.');
      if (profile.stripeConnectId !== null || profile.cardsNeedNoAccount) return ok('Customers can pay.');
      return fault(
        'Customers cannot pay, and their orders are refused. Connect a card account under Payouts.',
      );
    },
  };
}

/** Whether guests find something to order, at the outlet's clocks and the server's time. */
async function menuCheck(client: ChecksOptions['client'], outlet: Outlet): Promise<Checked | null> {
  const catalogs = await client.call('GET /sellers/catalogs', {});
  const catalog = catalogs.find(({ id }) => id === outlet.catalogId);
  const moment = { now: ticker.now(), zone: zoneOf(outlet), putOff: outlet.putOff };
  const onSale = catalog?.categories ? onSaleAt(catalog.categories, moment) : catalog?.itemCount;
  if (!catalog || onSale === undefined || onSale === null) return null;
  if (onSale > 0) return ok(onSale === 1 ? '1 item is on sale.' : `${onSale} items are on sale.`);
  const later = catalog.categories && servedFrom(catalog.categories, moment);
  if (later !== null) return note(`Nothing is served until ${timeFrom(moment, later)}.`);
  return fault(`Nothing on ${catalog.name} can be ordered. Add items to it, or put sold-out ones back.`);
}

const servedAt = (categories: readonly Category[], moment: Moment) =>
  menuAt(categories, moment).flatMap(({ list }) => list);

const onSaleAt = (categories: readonly Category[], moment: Moment): number =>
  servedAt(categories, moment).filter((item) => canBeOrdered(item, new Date(moment.now))).length;

/** When hours next put something on sale, in Unix ms; null if they never do, or leave out nothing now. */
function servedFrom(categories: readonly Category[], moment: Moment): number | null {
  if (servedAt(categories, moment).length > 0) return null;
  let at = nextMenuChange(categories, moment);
  while (at < moment.now + AHEAD_MS) {
    const then = { ...moment, now: at };
    if (onSaleAt(categories, then) > 0) return at;
    at = nextMenuChange(categories, then);
  }
  return null;
}

/** `12:00`, with its day unless that is today. */
function timeFrom({ now, zone }: Moment, at: number): string {
  const time = new Date(at).toISOString();
  return localDay(at, zone) === localDay(now, zone) ? formatTime(time, zone) : formatWhen(time, zone);
}

/** Who is told of an order that nobody has seen. Screens ring in any case, so nothing of it holds the start. */
async function rungsCheck(client: ChecksOptions['client'], outlet: Outlet): Promise<Checked | null> {
  // Another maker's server does not know of rungs.
  if (!outlet.ordering) return null;
  const call = { params: { outletId: outlet.id } };
  const { rungs, phones, emails, webhookUrl, missing } = await client.call(
    'GET /sellers/outlets/:outletId/escalation',
    call,
  );
  const reaches = (one: AlertChannel) => missing.every(({ channel }) => channel !== one);
  const told = [
    ...(rungs.phones.on && reaches('phones') && phones.length > 0 ? ['phones'] : []),
    ...(rungs.messages.on && reaches('email') && emails.length > 0 ? ['e-mail'] : []),
    ...(rungs.messages.on && reaches('webhook') && webhookUrl !== '' ? ['the webhook'] : []),
  ];
  if (told.length === 0)
    return note(
      'Nobody outside is told of an order that nobody has seen. Add a phone or an e-mail under Manage, “When nobody answers”.',
    );
  return ok(`An order that nobody has seen is told to ${told.join(', ')}.`);
}

function computerChecks(platform: ChecksOptions['platform']): Pick<Checks, 'printers' | 'awake' | 'disk'> {
  const computer = platform.examineComputer().catch(() => ({ staysAwake: null, freeBytes: null }));
  return {
    async printers() {
      if (!platform.can.printSilently) return null;
      const printers = await platform.askPrinters();
      if (printers.length === 0) return note('No printer is set up: orders are read from the screen.');
      const wrong = printers.filter(({ problem }) => problem !== null);
      if (wrong.length === 0) return ok(printers.map(({ name }) => name).join(', '));
      const problems = wrong.map(({ name, problem }) => `${name}: ${problem}.`).join(' ');
      return fault(`${problems} Mend it, or change it in Settings.`);
    },
    async awake() {
      const { staysAwake } = await computer;
      if (staysAwake === null) return null;
      if (staysAwake) return ok('This computer stays awake while it trades.');
      return fault('This computer may fall asleep. Switch its sleep off in the system’s settings.');
    },
    async disk() {
      const { freeBytes } = await computer;
      if (freeBytes === null) return null;
      const free = `${(freeBytes / 1e9).toFixed(1)} GB are free`;
      return freeBytes < FREE_BYTES
        ? fault(`Only ${free}. Make room on this computer’s disk.`)
        : ok(`${free}.`);
    },
  };
}

/** Runs a check within its time; one that fails or hangs is a fault. */
export async function within(ms: number, check: Check): Promise<Checked | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Checked>((resolve) => {
    timer = setTimeout(() => resolve(fault(`There was no answer within ${ms / 1000} seconds.`)), ms);
  });
  const result = check().catch(() => fault('This could not be checked. Look at this computer’s network.'));
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}
