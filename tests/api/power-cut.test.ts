import { randomUUID } from 'node:crypto';
import { appendFileSync, cpSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { startServer } from '../../demo/server-process.ts';
import type { DiskChange } from '../support/servers/disk-journal.ts';
import { shortLived } from '../support/servers/short-lived.ts';
import { temporaryFolders } from '../support/servers/temporary-folders.ts';
import { startPlatform, type TestPlatform } from '../support/shop/platform.ts';
import { journalOn, nothingUnsynced, RecordedDisk, type Luck } from '../support/servers/power-cut.ts';
import { randomFrom } from '../support/samples/random-from.ts';

/** The state of an order that a customer or the staff were shown. */
type Acknowledged = { kind: 'acknowledged'; id: string; status: Order['status'] };

const folder = temporaryFolders('power');

it('a power cut in the middle of a burst: whatever was acknowledged by then is there, at whatever moment', async () => {
  const { platform, before, journal } = await burstUntilPowerIsCut();
  const numbers = randomFrom(20261122);
  const half: Luck = () => numbers() < 0.5;
  const told = journal.flatMap((entry, at) => (entry.kind === 'acknowledged' ? [at + 1] : []));
  const cuts: [number, Luck][] = [
    [told[40] ?? 0, half],
    [journal.length, nothingUnsynced],
    [journal.length, half],
  ];
  for (const [moment, luck] of cuts)
    expect(await lostAt(moment, luck, { platform, before, journal }), `cut after ${moment}`).toEqual([]);
}, 300_000);

it('the same power cut loses orders where the server syncs nothing', async () => {
  const run = await burstUntilPowerIsCut({ DISK_NEVER_SYNCS: '1' });
  expect((await lostAt(run.journal.length, nothingUnsynced, run)).length).toBeGreaterThan(0);
});

type Burst = { platform: TestPlatform; before: string; journal: (DiskChange | Acknowledged)[] };

/** A server on a recorded disk takes orders until it is killed; staff accept each third. */
async function burstUntilPowerIsCut(env: Record<string, string> = {}): Promise<Burst> {
  const file = path.join(folder(), 'journal');
  writeFileSync(file, '');
  const platform = await startPlatform({ ...journalOn(file), ...env });
  await platform.end('SIGTERM');
  const before = folder();
  cpSync(platform.dataDir, before, { recursive: true });
  truncateSync(file);
  await platform.restart();

  const seller = await signedIn(platform.origin, platform);
  await seller('POST', `/sellers/outlets/${platform.outletId}/trading-session/start`);
  let placed = 0;
  const acknowledge = ({ id, status }: Pick<Order, 'id' | 'status'>) =>
    appendFileSync(file, `${JSON.stringify({ kind: 'acknowledged', id, status } satisfies Acknowledged)}\n`);
  const customer = async () => {
    for (;;) {
      const { order } = await platform.placeOrder();
      acknowledge({ id: order.id, status: 'deliver_pending' });
      placed += 1;
      if (placed % 3 === 0) {
        const accepted = await seller<Order>('POST', `/sellers/orders/accept/${order.id}`);
        acknowledge(accepted);
      }
      if (placed === 100) platform.server.process.kill('SIGKILL');
    }
  };
  await Promise.allSettled(Array.from({ length: 6 }, customer));
  await platform.server.ended;
  const journal = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as DiskChange | Acknowledged);
  return { platform, before, journal };
}

/** What was acknowledged before `moment` but is not on the disk that a cut then leaves. */
async function lostAt(
  moment: number,
  luck: Luck,
  { platform, before, journal }: Burst,
): Promise<Acknowledged[]> {
  const disk = new RecordedDisk(before);
  const told = new Map<string, Acknowledged>();
  for (const entry of journal.slice(0, moment))
    if (entry.kind === 'acknowledged') told.set(entry.id, entry);
    else disk.apply(entry);
  const dataDir = folder();
  disk.leaveAt(dataDir, luck);
  const server = await startServer({
    dataDir,
    port: 0,
    env: { SERVERY_DEMO: '1', DATABASE_URL: '' },
    nodeOptions: shortLived,
  });
  try {
    const seller = await signedIn(server.origin, platform);
    const orders = await seller<Order[]>('GET', `/sellers/outlets/${platform.outletId}/orders`);
    const found = new Map(orders.map((order) => [order.id, order.status]));
    const numbers = orders.map(({ orderNumber }) => orderNumber).toSorted((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    return [...told.values()].filter(({ id, status }) => {
      const is = found.get(id);
      return is === undefined || (status !== 'deliver_pending' && is === 'deliver_pending');
    });
  } finally {
    server.process.kill('SIGKILL');
    await server.ended;
  }
}

async function signedIn(origin: string, { email, password }: TestPlatform) {
  const call = async <T>(method: string, to: string, token = '', body?: unknown) => {
    const reply = await fetch(`${origin}/api${to}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': randomUUID(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${to}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as T;
  };
  const { account } = await call<{ account: { accessToken: string } }>('POST', '/sellers/sign-in', '', {
    email,
    password,
  });
  return <T>(method: string, to: string) => call<T>(method, to, account.accessToken);
}
