import { spawn } from 'node:child_process';
import path from 'node:path';
import { shortLived } from './short-lived.ts';

export type Ended = { code: number | null; printed: string; errors: string };

/** Runs one of the commands in `server/commands` to its end, like `npm run`; `input` is its standard input. */
export function serverCommand(
  name: string,
  args: string[],
  env: Record<string, string>,
  input = '',
): Promise<Ended> {
  return run([path.resolve(`server/commands/${name}.ts`), ...args], env, input);
}

const WITHOUT_RIGHTS = new URL('without-rights.ts', import.meta.url).href;

/** Runs a command as a user to whom files can be closed: not as root. */
export function commandOfUser(name: string, args: string[], env: Record<string, string>): Promise<Ended> {
  const first = process.getuid?.() === 0 ? ['--import', WITHOUT_RIGHTS] : [];
  return run([...first, path.resolve(`server/commands/${name}.ts`), ...args], env);
}

/** Runs the server itself, which is expected to exit. */
export function serverThatEnds(env: Record<string, string>): Promise<Ended> {
  return run([path.resolve('server/main.ts')], { PORT: '0', SERVERY_STOP_WITH_STDIN: '', ...env });
}

function run(args: string[], env: Record<string, string>, input = ''): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...shortLived, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, DATABASE_URL: '', ...env },
    });
    child.once('error', reject);
    let printed = '';
    let errors = '';
    child.stdin.end(input);
    child.stdout.setEncoding('utf8').on('data', (part: string) => (printed += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (errors += part));
    child.once('close', (code) => resolve({ code, printed: printed.trim(), errors: errors.trim() }));
  });
}
