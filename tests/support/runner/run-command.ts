import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { spawnNpm } from '../../../scripts/npm.ts';

const start = (program: string, args: string[], options: SpawnOptions): ChildProcess =>
  program === 'npm' ? spawnNpm(args, options) : spawn(program, args, options);

/** Runs a program with this process's output and additional environment variables; resolves to whether it exits with 0. */
export async function run(
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  const child = start(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  return endsWell(program, child);
}

const LINES_KEPT = 60;

/**
 * The same with a label before each line of the output, so that programs that run at once can be told apart. Also
 * resolves to the last lines, without their colours.
 */
export async function runLabelled(
  label: string,
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ ok: boolean; lastLines: string[] }> {
  const child = start(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const lastLines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    if (stream)
      createInterface({ input: stream }).on('line', (line) => {
        console.log(`${label} | ${line}`);
        lastLines.push(stripVTControlCharacters(line));
        if (lastLines.length > LINES_KEPT) lastLines.shift();
      });
  return { ok: await endsWell(program, child), lastLines };
}

function endsWell(program: string, child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
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
