import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import path from 'node:path';

export type ServerProcess = {
  /** `http://HOST:PORT` */
  origin: string;
  process: ChildProcess;
  /** Resolves to the exit code, null after a signal. */
  ended: Promise<number | null>;
};

export type ServerOptions = {
  dataDir: string;
  /** The folder with the build (`dist/`) whose screens it serves; this project's by default. */
  folder?: string;
  port: number;
  /** Loopback by default. */
  host?: string;
  env?: Record<string, string>;
  /** Further options of Node. */
  nodeOptions?: string[];
  onLine?(line: string): void;
  /** Restarts the server whenever its sources change. */
  watch?: boolean;
  /** Ends a server that is not listening yet. */
  signal?: AbortSignal;
};

/**
 * Node's options of every server. The memory of short-lived objects stays below 8 MiB a thread, where Node's own limit is
 * 128: the server takes some 70 MB less after 20,000 orders, and where thousands of connections come at once, to tidy it
 * stops everybody for 5 ms and not for 15. That of the others is tidied when it has grown by half since the last time,
 * where Node waits until it has grown several times: after 36,000 streams that came and went, 220 MB less. One thread
 * helps to tidy and to compile, where Node has four: on two cores they would take these from who orders.
 */
export const serverOptionsOfNode = [
  '--max-semi-space-size=4',
  '--heap-growing-percent=50',
  '--v8-pool-size=1',
];

/**
 * The C library's pools of memory, of which each thread takes one and gives little back: two instead of eight a core. It
 * saves 60 MB, and costs no time that could be measured.
 */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' };

const entry = path.resolve(import.meta.dirname, '../server/main.ts');

/**
 * Starts the API server as its own process and waits until it listens. Rejects with its output if it exits before.
 * Port 0 takes a free one.
 */
export async function startServer({
  dataDir,
  folder = path.resolve(import.meta.dirname, '..'),
  port,
  host = '127.0.0.1',
  env,
  nodeOptions = [],
  onLine,
  watch = false,
  signal,
}: ServerOptions): Promise<ServerProcess> {
  const watching = watch ? ['--watch', '--watch-preserve-output'] : [];
  const child = spawn(process.execPath, [...serverOptionsOfNode, ...nodeOptions, ...watching, entry], {
    // The server ends with its standard input, so it does not outlive a parent that is killed.
    stdio: ['pipe', 'pipe', 'pipe'],
    // In its own process group: Ctrl-C reaches only the parent, which ends the server after its customers.
    detached: true,
    cwd: folder,
    env: {
      ...process.env,
      ...serverEnvironment,
      SERVERY_STOP_WITH_STDIN: '1',
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: host,
      // The line with the server's address has this level.
      LOG_LEVEL: 'info',
      // The data of the demo and the tests is thrown away.
      BACKUP_EVERY_MINUTES: '0',
      ...env,
    },
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const giveUp = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', giveUp);
  const printed: string[] = [];
  let listening = false;
  const origin = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      const lines = createInterface({ input: stream }).on('line', (line) => {
        onLine?.(line);
        if (listening) return;
        if (printed.length < 200) printed.push(line);
        const address = listeningOn(line);
        if (!address) return;
        listening = true;
        resolve(address);
        // The other lines are dropped unread, which costs least when the server is measured.
        if (!onLine) {
          lines.close();
          stream.resume();
        }
      });
    }
    void ended.then((code) => reject(new Error(`The server ended (${code}):\n${printed.join('\n')}`)));
  });
  signal?.removeEventListener('abort', giveUp);
  return { origin, process: child, ended };
}

/** The address in the log line that says the server listens, or null. */
function listeningOn(line: string): string | null {
  if (!line.startsWith('{')) return null;
  const entry = JSON.parse(line) as { msg?: string; origin?: string };
  return entry.msg === 'listening' && entry.origin ? entry.origin : null;
}
