/** Guests with an outlet's page open, in a low-priority process: real ones have computers of their own. */
import { setPriority } from 'node:os';
import pLimit from 'p-limit';
import { Pool } from 'undici';
import { guestPath } from '#shared/base/guest-path.ts';
import { readEvents } from '../support/servers/event-reader.ts';
import { answers } from './bench-process.ts';
import { exchange } from './exchange.ts';

export type Guests = { origin: string; outletId: string; guests: number };

/** The first event of a stream comes within a second. */
const AT_ONCE = 128;

setPriority(15);
let pool: Pool | null = null;
let rereads = 0;
const open: { close(): void }[] = [];

/** Opens the page, follows its menu, and reads that again where more than its stock has changed: as the page's script. */
async function come(guest: number, { origin, outletId }: Guests): Promise<void> {
  const headers = { 'x-forwarded-for': `10.1.${guest >> 8}.${guest & 255}` };
  const menu = `/api/customers/outlets/${outletId}`;
  const get = (path: string, more = {}) =>
    exchange(pool!, { method: 'GET', path, headers: { ...headers, ...more } });
  await get(guestPath(outletId), { 'accept-encoding': 'br' });
  const stream = await readEvents<{ version: string; content: string; stock?: object }>(
    `${origin}${menu}/events`,
    headers,
  );
  if (stream.reply.status !== 200) throw new Error(`A guest may not follow: ${stream.reply.status}`);
  open.push(stream);
  let known = (await stream.next())?.data;
  const follow = async () => {
    for (let told = await stream.next(); told; told = await stream.next()) {
      const before = known;
      known = told.data;
      if (known.version === before?.version || (known.stock && known.content === before?.content)) continue;
      await get(`${menu}/menu`);
      rereads += 1;
    }
  };
  // It ends when the guest leaves.
  follow().catch(() => undefined);
}

answers('', {
  async come(given: Guests) {
    pool ??= new Pool(given.origin, { pipelining: 1 });
    const coming = pLimit(AT_ONCE);
    await Promise.all(Array.from({ length: given.guests }, (_, guest) => coming(() => come(guest, given))));
  },
  /** Ends all streams; returns how many menus were read again. */
  leave(): number {
    for (const stream of open.splice(0)) stream.close();
    const [read] = [rereads];
    rereads = 0;
    return read;
  },
});
