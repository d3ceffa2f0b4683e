import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { chromium, type Page } from 'playwright';
import { chromiumArgs, findChromium } from './chromium.ts';

/** A browser with a profile of its own on the disk, which can be killed as a power cut would. */
export type KillableBrowser = {
  /** Starts it, or starts it again on the same profile. */
  start(): Promise<Page>;
  kill(): Promise<void>;
  remove(): Promise<void>;
};

export async function killableBrowser(): Promise<KillableBrowser> {
  const found = await findChromium();
  if ('missing' in found) throw new Error(found.missing);
  const { path: program } = found;
  const profile = await mkdtemp(path.join(tmpdir(), 'servery-profile-'));
  let running: ReturnType<typeof spawn> | null = null;

  async function start(): Promise<Page> {
    const args = [
      ...chromiumArgs,
      '--headless=new',
      `--user-data-dir=${profile}`,
      '--remote-debugging-port=0',
    ];
    // A group of its own, so that nothing of it outlives the kill.
    const child = spawn(program, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    running = child;
    const endpoint = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.once('exit', () => reject(new Error(`Chromium ended: ${said}`)));
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const [, address] = /DevTools listening on (\S+)/.exec(said) ?? [];
        if (address) resolve(address);
      });
    });
    const browser = await chromium.connectOverCDP(endpoint);
    const [context = await browser.newContext()] = browser.contexts();
    return context.newPage();
  }

  async function kill(): Promise<void> {
    const child = running;
    running = null;
    if (!child?.pid) return;
    const ended = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  }

  return {
    start,
    kill,
    async remove() {
      await kill();
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
