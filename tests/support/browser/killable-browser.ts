import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { chromiumArgs, findChromium } from './chromium.ts';

/** A browser with its own profile on the disk, which can be killed as by a power cut. */
export type KillableBrowser = {
  /** Starts it, or restarts it on the same profile. */
  start(): Promise<Page>;
  /** Kills all its processes with `kill -9`. */
  kill(): Promise<void>;
  remove(): Promise<void>;
};

export async function killableBrowser(): Promise<KillableBrowser> {
  const found = await findChromium();
  if ('missing' in found) throw new Error(found.missing);
  const { path: executablePath } = found;
  const profile = await mkdtemp(path.join(tmpdir(), 'servery-profile-'));
  let context: BrowserContext | null = null;
  return {
    async start() {
      context = await chromium.launchPersistentContext(profile, { executablePath, args: chromiumArgs });
      return context.newPage();
    },
    async kill() {
      const closed = context?.waitForEvent('close');
      const processes = await processesOf(profile);
      for (const pid of processes) killIfThere(pid);
      await closed;
      context = null;
      // A process that is still ending holds the profile's databases locked.
      while ((await running()).some(({ pid }) => processes.has(pid)));
    },
    async remove() {
      await context?.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** The browser's own process, whose command names the profile's folder, and all its descendants. */
async function processesOf(profile: string): Promise<Set<number>> {
  const all = await running();
  const found = new Set(
    all.filter(({ command }) => command.includes(`--user-data-dir=${profile}`)).map(({ pid }) => pid),
  );
  // A loop over a set includes elements that are added meanwhile.
  for (const parent of found) for (const { pid, ppid } of all) if (ppid === parent) found.add(pid);
  return found;
}

/** Every process that has not ended. */
async function running(): Promise<{ pid: number; ppid: number; command: string }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,ppid=,stat=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const [pid, ppid, state, ...command] = line.trim().split(/\s+/);
    if (state === undefined || state.startsWith('Z')) return [];
    return [{ pid: Number(pid), ppid: Number(ppid), command: command.join(' ') }];
  });
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended together with its parent.
  }
}
