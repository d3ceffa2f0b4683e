import type { Page } from 'playwright/test';

/** The page's computer has no loudspeaker; said before the page is opened. */
export async function withoutLoudspeaker(page: Page): Promise<void> {
  await page.addInitScript(function hideLoudspeakers() {
    MediaDevices.prototype.enumerateDevices = async () => [];
  });
}
