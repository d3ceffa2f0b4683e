import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LedgerEntry } from '../../main/printing/print-ledger.ts';
import { testServer, type TestServer, type Trading } from '../../server/testing/server.ts';
import { startPrinter, type StandInPrinter } from '../support/printing/printer.ts';
import { randomFrom } from '../support/samples/random-from.ts';
import type { TillProcess } from '../support/till/till-process.ts';

/** Shorter than the product's, so that a dead till is replaced soon. */
const LEASE_MS = 1_500;
const seed = Number(process.env['PRINT_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

let server: TestServer;
let shop: Trading;
let paper: StandInPrinter;
let tills: Till[];
let leaseMs: number;

beforeEach(async () => {
  paper = await startPrinter();
  await openServer(LEASE_MS);
  tills = [];
});

async function openServer(ms: number): Promise<void> {
  leaseMs = ms;
  server = await testServer({ printClaimLeaseMs: leaseMs });
  await server.app.server.listen({ port: 0, host: '127.0.0.1' });
  shop = await server.trading();
}

afterEach(async () => {
  for (const till of tills) {
    await till.kill();
    rmSync(till.folder, { recursive: true, force: true });
  }
  await Promise.all([paper.stop(), server.close()]);
});

type Till = {
  folder: string;
  start(): void;
  kill(): Promise<void>;
  /** Its jobs on the disk, whether it runs or not. */
  jobs(): LedgerEntry[];
};

function openTill(name: string, claims: boolean, lost = 0.02): Till {
  const folder = mkdtempSync(path.join(tmpdir(), 'servery-till-'));
  const { port } = server.app.server.server.address() as AddressInfo;
  const settings: TillProcess = {
    folder,
    name,
    apiBase: `http://127.0.0.1:${port}/api`,
    outletId: shop.outletId,
    accessToken: shop.accessToken,
    printerPort: paper.port,
    leaseMs,
    claims,
    lost,
  };
  const program = path.resolve(import.meta.dirname, '../support/till/till-process.ts');
  let running: ChildProcess | null = null;
  const till: Till = {
    folder,
    start() {
      running = spawn(process.execPath, [program, JSON.stringify(settings)], { stdio: 'ignore' });
    },
    async kill() {
      if (running === null || running.exitCode !== null || running.signalCode !== null) return;
      const ended = once(running, 'exit');
      running.kill('SIGKILL');
      await ended;
    },
    jobs() {
      try {
        return (
          JSON.parse(readFileSync(path.join(folder, 'print-jobs.json'), 'utf8')) as { jobs: LedgerEntry[] }
        ).jobs;
      } catch {
        return [];
      }
    },
  };
  tills.push(till);
  till.start();
  return till;
}

type Sheet = { orderNumber: number; marked: boolean; whole: boolean };

/** The paper of each connection, as far as it came; scraps without an order's number are left out. */
function sheets(): Sheet[] {
  return paper.jobs.flatMap((bytes) => {
    const text = bytes.toString('latin1');
    const orderNumber = /#(\d+) /.exec(text)?.[1];
    if (orderNumber === undefined) return [];
    const isMarked = text.includes('REPRINT') || text.includes('MAY BE OUT TWICE');
    return [{ orderNumber: Number(orderNumber), marked: isMarked, whole: text.includes('\u001dV') }];
  });
}

const asking = new Set(['unconfirmed', 'late', 'refused']);
const jobsOf = (orderNumber: number) =>
  tills.flatMap((till) => till.jobs().filter(({ label }) => label === String(orderNumber)));

/** Places a few orders at a time while the tills print, at the pace of the paper. */
async function placeOrders(count: number): Promise<void> {
  for (let placed = 0; placed < count; placed += 5) {
    await Promise.all(Array.from({ length: Math.min(5, count - placed) }, () => shop.order()));
    const printed = () => new Set(sheets().map(({ orderNumber }) => orderNumber)).size;
    await vi.waitFor(() => expect(printed()).toBeGreaterThan(placed - 15), { timeout: 60_000, interval: 5 });
  }
}

/** Kills one till or the other repeatedly; some stay dead until the other has taken over. */
async function killTills(random: () => number, until: { done: boolean }): Promise<number> {
  let kills = 0;
  while (!until.done) {
    const next = paper.jobs.length + 1 + Math.floor(random() * 20);
    await vi.waitFor(() => expect(until.done || paper.jobs.length >= next).toBe(true), {
      timeout: 60_000,
      interval: 1,
    });
    const till = tills[random() < 0.5 ? 0 : 1];
    // Somewhere within the next sheets.
    await rest(random() * 150);
    await till?.kill();
    kills += 1;
    if (random() < 0.4) await rest(LEASE_MS * 1.2);
    till?.start();
  }
  return kills;
}

/** Every job of every order is finished, or waits for a person. */
async function untilSettled(orders: number): Promise<void> {
  await vi.waitFor(
    () => {
      for (const till of tills) {
        const jobs = till.jobs();
        expect(jobs).toHaveLength(orders);
        expect(jobs.filter(({ state }) => state === 'queued' || state === 'sending')).toEqual([]);
        // Also wait for unsent results, after which another till may print.
        expect(jobs.filter(({ claim }) => claim?.untold)).toEqual([]);
      }
    },
    { timeout: 60_000, interval: 50 },
  );
}

function count(orders: number) {
  const all = sheets();
  const counted = { lost: 0, unmarkedTwice: 0, asked: 0, marked: 0 };
  for (let orderNumber = 1; orderNumber <= orders; orderNumber += 1) {
    const own = all.filter((sheet) => sheet.orderNumber === orderNumber);
    const isOut = own.some(({ whole }) => whole);
    const isAsked = jobsOf(orderNumber).some(({ state }) => asking.has(state));
    if (!isOut && !isAsked) counted.lost += 1;
    if (isAsked) counted.asked += 1;
    if (own.filter(({ marked }) => !marked).length > 1) counted.unmarkedTwice += 1;
    if (own.some(({ marked }) => marked)) counted.marked += 1;
  }
  return counted;
}

it('two tills on one kitchen printer, cut and killed anywhere and with lost answers, lose no ticket of 300 and print none twice without a mark', async () => {
  const orders = 300;
  const random = randomFrom(seed);
  // Slow enough for kills to fall into sheets.
  paper.mood.pace = 400;
  paper.mood.everyMs = 20;
  paper.mood.cutAfter = () => (random() < 0.25 ? Math.floor(random() * 420) : null);
  openTill('Bar till', true);
  openTill('Pass till', true);
  const until = { done: false };
  const killing = killTills(random, until);
  await placeOrders(orders);
  until.done = true;
  const kills = await killing;
  paper.usual();
  await untilSettled(orders);

  const counted = count(orders);
  const cut = paper.jobs.length - sheets().filter(({ whole }) => whole).length;
  console.info(
    `PRINT_SEED=${seed}: ${JSON.stringify({ ...counted, kills, cut, sheets: paper.jobs.length })}`,
  );
  expect(counted, `PRINT_SEED=${seed}`).toMatchObject({ lost: 0, unmarkedTwice: 0 });
  // The test proves something only if tills were killed and sheets were cut.
  expect(kills).toBeGreaterThan(8);
  expect(cut).toBeGreaterThan(10);
  // A person is asked only if both tills have failed at a ticket.
  expect(counted.asked).toBeLessThan(orders / 5);
}, 300_000);

it('two tills that nothing happens to print every ticket once', async () => {
  await server.close();
  // Longer than any sheet takes, however busy the machine is.
  await openServer(60_000);
  openTill('Bar till', true, 0);
  openTill('Pass till', true, 0);
  await placeOrders(20);
  await untilSettled(20);
  expect(sheets()).toHaveLength(20);
  expect(count(20)).toMatchObject({ lost: 0, unmarkedTwice: 0, marked: 0 });
});

it('the same two tills without claims print every ticket twice', async () => {
  openTill('Bar till', false);
  openTill('Pass till', false);
  await placeOrders(20);
  await untilSettled(20);
  expect(count(20)).toMatchObject({ lost: 0, unmarkedTwice: 20 });
});
