import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

/** Where a till's windows are shown. */
export type Display = { env: Record<string, string>; stop(): Promise<void> };

const ofThisComputer: Display = { env: {}, stop: async () => {} };

/**
 * The display of whoever runs the tests; where there is none, a virtual one for one till alone. The server chooses its
 * own number and says when it is ready: `xvfb-run` waits for a signal, which it can miss, and then for ever.
 */
export async function openDisplay(): Promise<Display> {
  const { DISPLAY: own, WAYLAND_DISPLAY: wayland } = process.env;
  if (process.platform !== 'linux' || own || wayland) return ofThisComputer;
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x900x24', '-ac'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const number = await new Promise<string>((ready, failed) => {
    server.once('error', failed);
    server.once('exit', (code) => failed(new Error(`Xvfb has ended (${code})`)));
    firstLine(server.stdio[3] as Readable).then(ready, failed);
  });
  const end = () => void server.kill();
  process.once('exit', end);
  return {
    env: { DISPLAY: `:${number}` },
    async stop() {
      process.off('exit', end);
      end();
      await exited;
    },
  };
}

async function firstLine(output: Readable): Promise<string> {
  let text = '';
  for await (const part of output.setEncoding('utf8')) {
    text += part as string;
    if (text.includes('\n')) break;
  }
  return text.trim();
}
