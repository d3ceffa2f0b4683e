import { Pool } from 'undici';
import { startProcess } from './bench-process.ts';
import { exchange } from './exchange.ts';
import { quantile, row, type Row } from './measure.ts';
import type { Shop } from './shop.ts';
import type { Till } from './socket-clients.ts';

const TILLS = 1_000;
const BACK_WITHIN_MS = 15_000;
const ANSWERED_WITHIN_MS = 500;

/** All tills come back to a server that has just started, all at once, while a guest reads a menu again and again. */
export async function returnRows({ env, sellers, outlets }: Shop): Promise<Row[]> {
  const server = await startProcess('ours-sockets.ts', env);
  const clients = await startProcess('socket-clients.ts');
  const pool = new Pool(server.origin, { connections: 1, pipelining: 1 });
  const tills = Array.from({ length: TILLS }, (_, n): Till => {
    const { token = '', outlets: theirs = [] } = sellers[n % sellers.length] ?? {};
    return { origin: server.origin, token, room: theirs[0] ?? '' };
  });
  try {
    const came = performance.now();
    const back = clients.ask('openAtOnce', tills).then(() => performance.now() - came);
    const answers: number[] = [];
    const over = new AbortController();
    const reading = (async () => {
      while (!over.signal.aborted) {
        const asked = performance.now();
        await exchange(pool, { method: 'GET', path: `/api/customers/outlets/${outlets[0]}/menu` });
        answers.push(performance.now() - asked);
      }
    })();
    const tookMs = await back.finally(() => over.abort());
    await reading;
    const what = `${TILLS} tills come back at once`;
    return [
      row('R8', `${what}: all are back, against the limit`, tookMs, BACK_WITHIN_MS, 'ms', '<= 1'),
      row(
        'R8',
        `${what}: a read, p50, against the limit`,
        quantile(answers, 0.5),
        ANSWERED_WITHIN_MS,
        'ms',
        '<= 1',
      ),
    ];
  } finally {
    await pool.close();
    await Promise.all([server.stop(), clients.stop()]);
  }
}
