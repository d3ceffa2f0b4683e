import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { seedAccount, seedCatalog, seedOutlet, seedPassword, startTrading } from '../../demo/seed-rows.ts';
import type { Category } from '../../shared/api/catalogs.ts';
import { pence } from '../../shared/base/money.ts';
import type { Database } from '../../server/database/database.ts';
import { attacks, type Target } from './attacks.ts';
import { startProcess, type BenchProcess } from './bench-process.ts';
import type { Honest, HonestWindow } from './honest-callers.ts';
import { quantile, row, type Row } from './measure.ts';
import { memoryOf } from './processes.ts';
import { openShop, type Shop } from './shop.ts';

const ROUNDS = 3;
const WINDOW_MS = 3_000;
const LOOK_EVERY_MS = 250;
/** Honest sign-ins use one account each, so none comes near the limit of an e-mail address. */
const SELLERS = 300;
/** The most that all attacks together may add to the server's memory, and below any one of them to its disk. */
const MOST_MEMORY = 256e6;
const MOST_DISK = 300e6;
const CARD_ACCOUNT = 'acct_bench';

type Window = Honest & { memory: number; disk: number };

/** Honest orders and sign-ins during each attack, against the calm before it; and what it adds to memory and disk. */
export async function attackRows(): Promise<Row[]> {
  const stripe = await startProcess('fake-stripe.ts');
  await stripe.ask('connect', CARD_ACCOUNT);
  const [honest, attacker] = [await startProcess('honest-callers.ts'), await startProcess('attacker.ts')];
  let target: Target | null = null;
  const shop = await openShop({
    databaseUrl: null,
    sellers: SELLERS,
    outlets: 1,
    seed: async (database, made) => void (target = await seedAttack(database, made)),
  });
  try {
    return await measure(shop, target!, { stripe, honest, attacker });
  } finally {
    await Promise.all([stripe.stop(), honest.stop(), attacker.stop()]);
    await shop.stop();
  }
}

type Parts = { stripe: BenchProcess; honest: BenchProcess; attacker: BenchProcess };

/** The server with its usual limits, behind a trusted proxy, with a stand-in for its card provider. */
async function startWithCards(shop: Shop, stripe: BenchProcess) {
  const { secretKey, webhookSecret } = await stripe.ask<{ secretKey: string; webhookSecret: string }>(
    'secrets',
  );
  return shop.start({
    SERVERY_DEMO: '',
    LIMITS: '',
    TRUST_PROXY: '127.0.0.1',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRETS: webhookSecret,
    STRIPE_API_BASE: stripe.origin,
  });
}

async function measure(shop: Shop, seeded: Target, { stripe, honest, attacker }: Parts): Promise<Row[]> {
  const server = await startWithCards(shop, stripe);
  const { emails, password } = seeded;
  const basket = JSON.stringify({ ...JSON.parse(shop.basket), paymentMethod: 'pm_card_visa' });
  const target: Target = { ...seeded, origin: server.origin, basket };
  let signedIn = 0;

  async function honestFor(durationMs: number): Promise<Window> {
    const memory: number[] = [];
    const over = new AbortController();
    const looking = (async () => {
      while (!over.signal.aborted) {
        memory.push(await memoryOf([server.process.pid ?? 0]));
        await wait(LOOK_EVERY_MS);
      }
    })();
    const before = await sizeOf(shop.env['DATA_DIR'] ?? '');
    const given: HonestWindow = {
      origin: server.origin,
      outlets: shop.outlets,
      basket,
      password,
      emails: Array.from({ length: 40 }, () => emails[(signedIn += 1) % emails.length] ?? ''),
      durationMs,
    };
    const served = await honest.ask<Honest>('serve', given);
    over.abort();
    await looking;
    const disk = (await sizeOf(shop.env['DATA_DIR'] ?? '')) - before;
    return { ...served, memory: Math.max(...memory), disk };
  }

  const rows: Row[] = [];
  await honestFor(WINDOW_MS);
  const atRest = (await honestFor(WINDOW_MS)).memory;
  let most = 0;
  for (const { what } of attacks) {
    const calm: Window[] = [];
    const attacked: Window[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      calm.push(await honestFor(WINDOW_MS));
      const attack = attacker.ask('attack', { what, target, ms: WINDOW_MS });
      attacked.push(await honestFor(WINDOW_MS));
      await attack;
    }
    most = Math.max(most, ...attacked.map(({ memory }) => memory));
    rows.push(...rowsOf(what, calm, attacked));
  }
  rows.push(
    row('M18', 'memory that all attacks add', (most - atRest) / 1e6, MOST_MEMORY / 1e6, 'MB', '<= 1'),
  );
  return rows;
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

/**
 * Connects every seller to a card account, and adds an account that waits for review and a seller with the most
 * menus.
 */
async function seedAttack(database: Database, { sellers, outlets }: Pick<Shop, 'sellers' | 'outlets'>) {
  const now = new Date();
  const { kysely } = database;
  await kysely
    .updateTable('accounts')
    .set({ stripe_connect_id: CARD_ACCOUNT, stripe_connected_at: now })
    .execute();
  const accounts = await kysely.selectFrom('accounts').select(['id', 'email']).execute();
  const pendingEmail = 'pending@attack.test';
  await seedAccount(database, pendingEmail, 'Nobody Ltd', 'pending', now);

  const hoarder = sellers.at(-1)!;
  const large = largeMenu();
  let catalog = '';
  for (let n = 0; n < 20; n += 1) catalog = await seedCatalog(database, hoarder.id, `Menu ${n}`, large, now);
  const outlet = await seedOutlet(database, hoarder.id, 'Hoard', '', 'verified', catalog, now);
  await startTrading(database, outlet, now);
  return {
    origin: '',
    outlets,
    basket: '',
    password: seedPassword,
    pendingEmail,
    emails: accounts.map(({ email }) => email),
    hoarder: { token: hoarder.token, outlet },
  };
}

/** Some 900 KB. */
function largeMenu(): Category[] {
  return Array.from({ length: 22 }, (_, category) => ({
    id: `c${category}`,
    name: `Category ${category}`,
    list: Array.from({ length: 40 }, (__, item) => ({
      id: `i${category}-${item}`,
      name: `Item ${item}`,
      cost: pence(100 + item),
      note: `${category}.${item} `.repeat(200).slice(0, 950),
      modifiers: [],
    })),
  }));
}
