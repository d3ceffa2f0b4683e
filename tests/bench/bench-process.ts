import { spawn, type SpawnOptions } from 'node:child_process';
import path from 'node:path';

/** A part of a measurement in its own process: a floor, the product with a driver, or its clients. */
export type BenchProcess = {
  pid: number;
  /** Where it listens; empty if it does not. */
  origin: string;
  /** Asks it one of the questions that it {@link answers}. */
  ask<Answer>(question: string, about?: unknown): Promise<Answer>;
  stop(): Promise<void>;
};

type Question = { id: number; question: string; about: unknown };
type Message = { origin: string } | { id: number; answer: unknown };

/** Thousands of sockets need as many open files as the system lets a program have. */
const withAllFiles = 'ulimit -n "$(ulimit -Hn)"; exec "$0" "$@"';
/** Where Linux shares the processor between sessions first, only the priority of the whole session counts. */
const givingWay = `(echo 15 > /proc/self/autogroup) 2> /dev/null; renice -n 15 $$ > /dev/null; ${withAllFiles}`;

/** Runs a file, relative to this one, and waits until it is ready. */
export const startProcess = (entry: string, env: Record<string, string> = {}): Promise<BenchProcess> =>
  start(withAllFiles, entry, { env: { ...process.env, ...env } });

/** The same, in a session of its own, for what would be on other computers: all others have the processor before it. */
export const startElsewhere = (entry: string): Promise<BenchProcess> =>
  start(givingWay, entry, { detached: true });

async function start(command: string, entry: string, options: SpawnOptions): Promise<BenchProcess> {
  const child = spawn(
    '/bin/sh',
    ['-c', command, process.execPath, '--expose-gc', path.resolve(import.meta.dirname, entry)],
    { ...options, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  const asked = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const origin = await new Promise<string>((resolve, reject) => {
    child.on('message', (message: Message) => {
      if ('origin' in message) return resolve(message.origin);
      asked.get(message.id)?.resolve(message.answer as never);
      asked.delete(message.id);
    });
    void ended.then(() => {
      const error = new Error(`${entry} has ended`);
      reject(error);
      for (const waiting of asked.values()) waiting.reject(error);
    });
  });
  let last = 0;
  return {
    pid: child.pid ?? 0,
    origin,
    ask: (question, about) =>
      new Promise((resolve, reject) => {
        last += 1;
        asked.set(last, { resolve, reject });
        child.send({ id: last, question, about } satisfies Question);
      }),
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Inside such a process: reports that it is ready, and answers questions from now on. */
export function answers(
  origin: string,
  // oxlint-disable-next-line typescript/no-explicit-any -- each answer knows what it is asked about
  byQuestion: Record<string, (about: any) => unknown> = {},
): void {
  const answer = async ({ id, question, about }: Question) => {
    process.send?.({ id, answer: await byQuestion[question]?.(about) });
  };
  process.on('message', (question: Question) => void answer(question));
  process.once('disconnect', () => process.exit());
  process.send?.({ origin });
}

/** Milliseconds on a clock that all processes of a computer share. */
export function sharedNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** The memory of the process after garbage collection, in bytes. */
export async function memoryHeld(): Promise<{ heap: number; rss: number }> {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed, rss };
}

/** The processor time of the process since its start, in ms. */
export function cpuUsed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
