import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient } from 'redis';
import { freePort } from './free-port.ts';
import { endAtLatest } from '../runner/end-at-latest.ts';
import { which } from '../runner/run-command.ts';

/** A throw-away Redis on its own port, which loses its data when it is killed. */
export type TestRedis = {
  url: string;
  /** Ends it like a crash. */
  kill(): Promise<void>;
  /** Makes it silent with its connections open, and below continue. */
  freeze(): void;
  thaw(): void;
  /** Starts it, empty, on the same port. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

export const redisProgram = await which('redis-server');

/** Finds a port; nothing listens there before {@link TestRedis.start}. */
export async function testRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(path.join(tmpdir(), 'servery-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let end: (() => Promise<void>) | null = null;
  let signal = (_name: NodeJS.Signals): void => undefined;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const ended = endAtLatest(() => {
    signal('SIGKILL');
    remove();
  });

  async function kill() {
    await end?.();
    end = null;
  }
  return {
    url,
    kill,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async start() {
      const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
      const child = spawn(redisProgram ?? 'redis-server', args, { stdio: 'ignore' });
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      signal = (name) => void child.kill(name);
      end = () => {
        child.kill('SIGKILL');
        return ended;
      };
      const client = createClient({ url, socket: { reconnectStrategy: 20 } });
      client.on('error', () => undefined);
      await client.connect();
      await client.close();
    },
    async stop() {
      await kill();
      remove();
      ended();
    },
  };
}
