import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { createInterface } from 'node:readline';
import { spawnNpm } from '../../../scripts/npm.ts';

const start = (program: string, args: string[], options: SpawnOptions): ChildProcess =>
  program === 'npm' ? spawnNpm(args, options) : spawn(program, args, options);

/**
 * Runs a program with this process's output and additional environment variables; resolves to whether it exits with 0.
 *
 * @param label begins each line of its output, so that programs that run at once can be told apart
 */
export function run(
  program: string,
  args: string[],
  env: Record<string, string> = {},
  label = '',
): Promise<boolean> {
  return new Promise((resolve) => {
    const output = label ? 'pipe' : 'inherit';
    const child = start(program, args, {
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
    });
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on('line', (line) => console.log(`${label} | ${line}`));
    child.on('error', (error) => {
      console.error(`${program}: ${error.message}`);
      resolve(false);
    });
    child.on('close', (code) => resolve(code === 0));
  });
}

/** A program's output, or null if it is missing or failed. */
export function outputOf(program: string, args: string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const child = start(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (part: string) => (output += part));
    child.on('error', () => resolve(null));
    child.on('close', (code) => resolve(code === 0 ? output.trim() : null));
  });
}

/** The path of a program on the PATH, or null. */
export function which(program: string): Promise<string | null> {
  return outputOf('/bin/sh', ['-c', 'command -v -- "$1"', 'sh', program]);
}
