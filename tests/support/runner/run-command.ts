import { spawn } from 'node:child_process';

/**
 * Runs a program with this process's output and additional environment variables; resolves to whether it exits with
 * 0.
 */
export function run(program: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.on('error', (error) => {
      console.error(`${program}: ${error.message}`);
      resolve(false);
    });
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** A program's output, or null if it is missing or failed. */
export function outputOf(program: string, args: string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
    child.on('error', () => resolve(null));
    child.on('close', (code) => resolve(code === 0 ? output.trim() : null));
  });
}

/** The path of a program on the PATH, or null. */
export function which(program: string): Promise<string | null> {
  return outputOf('/bin/sh', ['-c', 'command -v -- "$1"', 'sh', program]);
}
