import type { PGlite } from '@electric-sql/pglite';
import { afterEach, expect, it, vi } from 'vitest';
import { logUpkeep } from './log-upkeep.ts';

afterEach(() => vi.restoreAllMocks());

it('the embedded database is vacuumed in a quiet moment, also where the clock was set back by an hour after the last write', async () => {
  const exec = vi.fn<PGlite['exec']>(async () => []);
  const idle: Promise<void>[] = [];
  const upkeep = logUpkeep({ exec } as unknown as PGlite, {
    quietMs: 20,
    whileIdle: (task) => void idle.push(task()),
  });
  upkeep.flushed('0/0');
  upkeep.flushed('1/0');
  const { now } = Date;
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
  await vi.waitFor(() => expect(exec).toHaveBeenCalledWith('vacuum (analyze)'));
  await Promise.all(idle);
});
