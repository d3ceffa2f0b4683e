import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';

/** Starts npm, which on Windows is a script that only a shell can run. */
export function spawnNpm(args: string[], options: SpawnOptions): ChildProcess {
  if (process.platform !== 'win32') return spawn('npm', args, options);
  return spawn(['npm', ...args.map((arg) => `"${arg}"`)].join(' '), { ...options, shell: true });
}

/** Runs one of the project's own scripts; resolves to whether it succeeded. */
export function runScript(name: string, options: SpawnOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const npm = spawnNpm(['run', '--silent', name], options);
    npm.on('error', (error) => {
      process.stderr.write(`npm could not be started: ${error.message}\n`);
      resolve(false);
    });
    npm.on('exit', (code) => resolve(code === 0));
  });
}
