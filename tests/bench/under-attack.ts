import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { seedAttack } from './attacked-shop.ts';
import { attacks } from './attacks.ts';
import type { Target } from './flood.ts';
import { startElsewhere, startProcess, type BenchProcess } from './bench-process.ts';
import type { Honest, HonestWindow } from './honest-callers.ts';
import { quantile, row, type Row } from './measure.ts';
import { cpuOf, memoryOf } from './processes.ts';
import { openShop, type Shop } from './shop.ts';

const ROUNDS = 6;
const WINDOW_MS = 3_000;
/** Before memory is measured, the server has handled as many orders as take it to its usual size. */
const WARM_UP_MS = 16_000;
const WARM_UP_ORDERS = 100;
const LOOK_EVERY_MS = 250;
/** The share of a core below which the server has finished with an attack's requests. */
const AT_REST = 0.1;
const SELLERS = 300;
/** The most that all attacks together may add to the server's memory, and any one of them to its disk. */
const MOST_MEMORY = 256e6;
const MOST_DISK = 300e6;
const CARD_ACCOUNT = 'acct_bench';

type Window = Honest & { memory: number; disk: number };
type Parts = { stripe: BenchProcess; honest: BenchProcess; attacker: BenchProcess };

/**
 * Honest orders and sign-ins during each attack, against the calm after it; and what it adds to memory and disk. The
 * attacker shares the machine with the server, which a real one would not: so during the calm its process uses as much of
 * a core, on nothing, as the attack did.
 * @param called only attacks with this in their names
 */
export async function attackRows(called = ''): Promise<Row[]> {
  const stripe = await startProcess('fake-stripe.ts');
  await stripe.ask('connect', CARD_ACCOUNT);
  const [honest, attacker] = [await startProcess('honest-callers.ts'), await startElsewhere('attacker.ts')];
  let target: Target | null = null;
  const shop = await openShop({
    databaseUrl: null,
    sellers: SELLERS,
    outlets: 1,
    seed: async (database, made) => void (target = await seedAttack(database, made, CARD_ACCOUNT)),
  });
  try {
    return await measure(shop, target!, { stripe, honest, attacker }, called);
  } finally {
    await Promise.all([stripe.stop(), honest.stop(), attacker.stop()]);
    await shop.stop();
  }
}

/** The server with its usual limits, behind a trusted proxy, with a stand-in for its card provider. */
async function startWithCards(shop: Shop, stripe: BenchProcess) {
  const { secretKey, webhookKey } = await stripe.ask<{ secretKey: string; webhookKey: string }>('secrets');
  return shop.start({
    SERVERY_DEMO: '',
    LIMITS: '',
    TRUST_PROXY: '127.0.0.1',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRETS: webhookKey,
    STRIPE_API_BASE: stripe.origin,
  });
}

async function measure(
  shop: Shop,
  seeded: Target,
  { stripe, honest, attacker }: Parts,
  called: string,
): Promise<Row[]> {
  const server = await startWithCards(shop, stripe);
  const pid = server.process.pid ?? 0;
  const basket = JSON.stringify({ ...JSON.parse(shop.basket), paymentMethod: 'pm_card_visa' });
  const target: Target = { ...seeded, origin: server.origin, basket };
  const honestFor = honestWindows(shop, target, pid, honest);

  await honestFor(WARM_UP_MS, WARM_UP_ORDERS);
  const atRest = (await honestFor(WINDOW_MS)).memory;
  const rows: Row[] = [];
  let most = atRest;
  for (const { what } of attacks.filter((attack) => attack.what.includes(called))) {
    const [calm, attacked, shares]: [Window[], Window[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const spent = await cpuOf([attacker.pid]);
      const attack = attacker.ask('attack', { what, target, ms: WINDOW_MS });
      attacked.push(await honestFor(WINDOW_MS));
      const share = ((await cpuOf([attacker.pid])) - spent) / WINDOW_MS;
      await attack;
      await untilAtRest(pid);
      const spinning = attacker.ask('spin', { share, ms: WINDOW_MS });
      calm.push(await honestFor(WINDOW_MS));
      await spinning;
      shares.push(share);
    }
    rows.push(...rowsOf(what, calm, attacked), share(what, shares), added(what, attacked, most));
    most = Math.max(most, ...[...attacked, ...calm].map(({ memory }) => memory));
  }
  rows.push(
    row('M18', 'memory that all attacks add', (most - atRest) / 1e6, MOST_MEMORY / 1e6, 'MB', '<= 1'),
  );
  return rows;
}

const share = (what: string, shares: number[]) =>
  row('M18', `${what}: of a core, taken by the attacker`, quantile(shares, 0.5) * 100, 100, '%', '');
const added = (what: string, attacked: Window[], before: number) =>
  row(
    'M18',
    `${what}: memory`,
    Math.max(0, ...attacked.map(({ memory }) => memory - before)) / 1e6,
    MOST_MEMORY / 1e6,
    'MB',
    '<= 1',
  );

/** A function that runs honest callers for a time, and returns how long they waited and how much memory the server had. */
function honestWindows(
  shop: Shop,
  { origin, basket, password, emails }: Target,
  pid: number,
  honest: BenchProcess,
) {
  return async function honestFor(durationMs: number, ordersPerSecond?: number): Promise<Window> {
    const memory: number[] = [];
    const over = new AbortController();
    const looking = (async () => {
      while (!over.signal.aborted) {
        memory.push(await memoryOf([pid]));
        await wait(LOOK_EVERY_MS);
      }
    })();
    const before = await sizeOf(shop.env['DATA_DIR'] ?? '');
    const given: HonestWindow = {
      origin,
      shops: shop.sellers,
      basket,
      password,
      emails,
      durationMs,
      ...(ordersPerSecond !== undefined && { ordersPerSecond }),
    };
    const served = await honest.ask<Honest>('serve', given);
    over.abort();
    await looking;
    const disk = (await sizeOf(shop.env['DATA_DIR'] ?? '')) - before;
    return { ...served, memory: Math.max(...memory), disk };
  };
}

async function untilAtRest(pid: number): Promise<void> {
  for (;;) {
    const before = await cpuOf([pid]);
    await wait(LOOK_EVERY_MS);
    if ((await cpuOf([pid])) - before < AT_REST * LOOK_EVERY_MS) return;
  }
}

function rowsOf(what: string, calm: Window[], attacked: Window[]): Row[] {
  const failed = attacked.flatMap((window) => window.failed);
  if (failed.length > 0) console.log(`M18, ${what}: ${failed.length} honest calls failed: ${failed[0]}`);
  const slowest = (windows: Window[], of: 'orders' | 'signIns') =>
    quantile(
      windows.flatMap((window) => window[of]),
      0.99,
    );
  const grown = (windows: Window[]) => windows.reduce((sum, { disk }) => sum + disk, 0);
  const beside = (kind: string, of: 'orders' | 'signIns') =>
    row('M18', `${what}: ${kind}, p99`, slowest(attacked, of), slowest(calm, of), 'ms', '<= 3');
  const added = Math.max(0, grown(attacked) - grown(calm)) / 1e6;
  return [
    beside('honest orders', 'orders'),
    beside('honest sign-ins', 'signIns'),
    row('M18', `${what}: disk`, added, MOST_DISK / 1e6, 'MB', '<= 1'),
  ];
}

/** The bytes of all files in a folder. */
async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map((file) =>
        stat(path.join(file.parentPath, file.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
