import type { FastifyBaseLogger } from 'fastify';
import type { App } from './app-options.ts';
import type { RunningBackups } from './backups/keep-backups.ts';
import { endInTurn } from './core/end-in-turn.ts';
import type { Database } from './database/database.ts';

export type ServerParts = {
  app: { close: App['close']; server: { log: Pick<FastifyBaseLogger, 'error'> } };
  backups: RunningBackups | null;
  database: Pick<Database, 'close'>;
};

/**
 * Finishes what is in flight, then closes the database, also where something before it failed. Returns the code with
 * which the process ends: 1 where anything failed, which is logged.
 */
export async function stopServer({ app, backups, database }: ServerParts): Promise<0 | 1> {
  const failed = await endInTurn(
    () => [app.close(), backups?.stop()],
    () => [database.close()],
  );
  for (const { reason } of failed) app.server.log.error({ event: 'stop-failed', err: reason });
  return failed.length === 0 ? 0 : 1;
}
