import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { stopServer } from './stop-server.ts';
import { testServer } from './testing/server.ts';

const good = async () => {};
const bad = (message: string) => async () => {
  throw new Error(message);
};

/** Stops parts of which some fail; returns the code, what was logged, and what was over when the database was closed. */
async function stop({ close = good, backup = good, database = good }) {
  const logged: string[] = [];
  const over: string[] = [];
  const error = ({ event, err }: { event: string; err: Error }) =>
    void logged.push(`${event}: ${err.message}`);
  const code = await stopServer({
    app: { close, server: { log: { error } } },
    backups: {
      async stop() {
        await turn();
        over.push('backups');
        await backup();
      },
    },
    database: {
      async close() {
        over.push('database');
        await database();
      },
    },
  });
  return { code, logged, over };
}

it('a stop closes the database last and ends with 0 (B11, L12)', async () => {
  expect(await stop({})).toEqual({ code: 0, logged: [], over: ['backups', 'database'] });
});

it('a stop of which a part fails closes the database all the same, after the other parts, and ends with 1 (B11)', async () => {
  const over = ['backups', 'database'];
  const failed = { code: 1, over };
  expect(await stop({ close: bad('socket') })).toEqual({ ...failed, logged: ['stop-failed: socket'] });
  expect(await stop({ backup: bad('disk') })).toEqual({ ...failed, logged: ['stop-failed: disk'] });
  expect(await stop({ database: bad('worker') })).toEqual({ ...failed, logged: ['stop-failed: worker'] });
});

it('where a part of the app fails to end, its other parts are ended all the same, and the first failure is reported (B11)', async () => {
  const first = await testServer();
  const second = await testServer({ beside: first });
  second.app.server.addHook('onClose', bad('requests'));
  await second.app.server.ready();
  const end = vi.spyOn(second.app.live, 'close').mockImplementation(bad('sockets'));
  await expect(second.close()).rejects.toThrow('requests');
  expect(end).toHaveBeenCalledOnce();
  await first.close();
});
