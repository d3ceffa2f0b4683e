import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { run, which } from '../runner/run-command.ts';

/**
 * A Chromium for tests: the one that is named, Playwright's own, or the system's; otherwise Playwright's is
 * installed.
 */
export async function findChromium(): Promise<{ path: string } | { missing: string }> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return { path: named };
  if (existsSync(chromium.executablePath())) return { path: chromium.executablePath() };
  for (const program of ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']) {
    const path = await which(program);
    if (path) return { path };
  }
  console.log('No Chromium found; asking Playwright to install one.');
  await run('playwright', ['install', 'chromium']);
  if (existsSync(chromium.executablePath())) return { path: chromium.executablePath() };
  return { missing: 'no Chromium: install one, or name it in CHROMIUM_PATH' };
}

/** A Chromium without its own windows, whose pages cost a third less, or null. It shows no notifications. */
export async function findHeadlessShell(): Promise<string | null> {
  return process.env['HEADLESS_SHELL_PATH'] || (await which('chromium-headless-shell'));
}

/** Flags that a headless Chromium needs to start as root and to work without background traffic. */
export const chromiumArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Provides a loudspeaker, whatever the machine has.
  '--use-fake-device-for-media-stream',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];
