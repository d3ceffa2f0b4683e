import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { chromiumArgs, findChromium } from './chromium.ts';

/** A browser with a profile of its own on the disk, which can be killed as a power cut would. */
export type KillableBrowser = {
  /** Starts it, or starts it again on the same profile. */
  start(): Promise<Page>;
  /** `kill -9` of its every process. */
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
      for (const pid of await processesOf(profile)) process.kill(pid, 'SIGKILL');
      await closed;
      context = null;
    },
    async remove() {
      await context?.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** The profile's folder is in the command of the browser's own process; the others of it end with that one. */
async function processesOf(profile: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,args=']);
  return stdout
    .split('\n')
    .filter((line) => line.includes(`--user-data-dir=${profile}`) && !line.includes('--type='))
    .map((line) => Number.parseInt(line, 10));
}
