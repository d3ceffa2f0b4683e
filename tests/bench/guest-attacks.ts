import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  anyNetwork,
  flood,
  poolOf,
  THEIR_ADDRESS,
  theirNextPort,
  type Attack,
  type Target,
} from './flood.ts';

/** The pages of an outlet that need no order and no code. */
const PAGES = ['', '/pay', '/orders/none', '/screen'];

/** The addresses of tables of the seller with the largest menus, of which each has a page of its own. */
async function tablesOf({ origin, hoarder }: Target): Promise<string[]> {
  const pool = poolOf(origin, 1, THEIR_ADDRESS);
  const asked = await pool.request({
    path: `/api/sellers/outlets/${hoarder.outlet}/table-codes`,
    method: 'POST',
    headers: { authorization: `Bearer ${hoarder.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tables: Array.from({ length: 100 }, (_, n) => String(n)) }),
  });
  const { tables } = (await asked.body.json()) as { tables: { url: string }[] };
  await pool.destroy();
  return tables.map(({ url }) => url);
}

/** An attack on pages that are not there would show nothing. */
async function certain(target: Target, path: string): Promise<void> {
  const { status } = await fetch(target.origin + path, { headers: { 'x-forwarded-for': anyNetwork() } });
  if (status !== 200) throw new Error(`${path} answered ${status}; have the pages been built?`);
}

async function pages(target: Target, ms: number): Promise<void> {
  const { outlets } = target;
  await certain(target, `/o/${outlets[0]}`);
  await flood(target, ms, 50, (n) => ({
    path: `/o/${outlets[n % outlets.length]}${PAGES[n % PAGES.length]}`,
    method: 'GET',
  }));
}

async function largePages(target: Target, ms: number): Promise<void> {
  const tables = await tablesOf(target);
  await certain(target, tables[0] ?? '');
  await flood(target, ms, 20, (n) => ({ path: tables[n % tables.length] ?? '', method: 'GET' }));
}

type Streams = { target: Target; ms: number; count: number; heldMs: () => number; network?: () => string };

/** Asks for streams and reads nothing; each is broken off after a time, and asked for again. */
async function streams({ target, ms, count, heldMs, network }: Streams): Promise<void> {
  const { port, hostname } = new URL(target.origin);
  const end = performance.now() + ms;
  const each = async (_: unknown, n: number) => {
    while (performance.now() < end) {
      const outlet = target.outlets[n % target.outlets.length];
      const path = `/api/customers/outlets/${outlet}/${n % 2 ? 'events' : 'pick-up/events'}`;
      const from = network ? `X-Forwarded-For: ${network()}\r\n` : '';
      const socket = connect({ port: Number(port), host: hostname, ...(!network && theirNextPort()) });
      socket.on('error', () => undefined);
      socket.pause();
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${from}\r\n`);
      await wait(Math.min(heldMs(), Math.max(0, end - performance.now())));
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: count }, each));
}

/** The newest doors: what guests have on their phones, and televisions show. */
export const guestAttacks: Attack[] = [
  { what: 'guests’ pages of a hundred tables with a large menu, 20 at once', run: largePages },
  { what: 'guests’ pages, 50 at once', run: pages },
  {
    what: 'streams that are broken off and asked for again, one network, 2,000 at once',
    run: (target, ms) => streams({ target, ms, count: 2_000, heldMs: () => 2_000 * Math.random() }),
  },
  {
    what: 'streams that nobody reads, any network, 6,000 at once',
    run: (target, ms) => streams({ target, ms, count: 6_000, heldMs: () => ms, network: anyNetwork }),
  },
];
