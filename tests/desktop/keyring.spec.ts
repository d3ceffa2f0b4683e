import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'playwright/test';
import { startPlatform } from '../support/shop/platform.ts';
import { which } from '../support/runner/run-command.ts';
import { signIn, signInAndTrade } from '../support/shop/shift.ts';
import { openTill } from '../support/till/till.ts';

test('the system’s own keyring keeps the sign-in: encrypted, for one person alone, gone after sign-out (E24, E26)', async () => {
  test.skip(process.platform !== 'linux' || !(await which('gnome-keyring-daemon')), 'no gnome-keyring here');
  const platform = await startPlatform();
  const home = await mkdtemp(path.join(tmpdir(), 'servery-keyring-'));
  const userData = path.join(home, 'till');
  const open = () =>
    openTill(`${platform.origin}/api`, {
      userData,
      realKeyring: home,
      args: ['--password-store=gnome-libsecret'],
    });
  try {
    let till = await open();
    await signIn(till.page, platform);
    await expect(till.page.getByText('no safe place to keep your sign-in')).toBeHidden();
    const file = path.join(userData, 'session');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const kept = await readFile(file);
    // Of a key from the keyring; v10 would be the key that every Chromium knows.
    expect(kept.subarray(0, 3).toString('latin1')).toBe('v11');
    expect(kept.toString('latin1')).not.toContain('refreshToken');
    await till.close();

    till = await open();
    await expect(till.page.getByRole('heading', { name: 'Thames Taverns Ltd' })).toBeVisible();
    await till.page.getByRole('button', { name: 'Sign out' }).click();
    await till.page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
    await expect.poll(async () => (await till.files()).has('session')).toBe(false);
    await till.close();
  } finally {
    await platform.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('a till that starts with its keyring shut says so, and that the outlet that traded is not heard (E25, D33)', async () => {
  const platform = await startPlatform();
  const userData = await mkdtemp(path.join(tmpdir(), 'servery-keyring-'));
  const log = () => readFile(path.join(userData, 'logs/till.log'), 'utf8');
  try {
    let till = await openTill(`${platform.origin}/api`, { userData, keyring: true });
    await signInAndTrade(till.page, platform);
    await expect.poll(log).toContain('The Old Ferry: connected, trading');
    await till.close();
    expect(await log()).not.toContain('signed out since');

    till = await openTill(`${platform.origin}/api`, { userData });
    await expect.poll(log).toContain('The Old Ferry: signed out since');
    expect(await log()).toContain('the keyring of this computer is not open');
    await till.close();
  } finally {
    await platform.stop();
    await rm(userData, { recursive: true, force: true, maxRetries: 5 });
  }
});
