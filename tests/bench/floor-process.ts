import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

export type FloorProcess = {
  /** What it said first: where it listens. */
  origin: string;
  pid: number;
  stop(): Promise<void>;
};

/**
 * Runs one of the floors beside this file as a process of its own, as the product's server is one, and waits until it
 * has said where it listens.
 */
export async function startFloor(
  entry: string,
  { nodeOptions = [], env = {} }: { nodeOptions?: string[]; env?: Record<string, string> } = {},
): Promise<FloorProcess> {
  const child = spawn(process.execPath, [...nodeOptions, path.join(import.meta.dirname, entry)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    void ended.then(() => reject(new Error(`${entry} ended before it listened`)));
  });
  return {
    origin,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
