import { signInAndTrade } from '../shop/shift.ts';
import { ownPlatform } from '../shop/on-platform.ts';
import { openTill, type Till, type TillOptions } from './till.ts';

/** Each test has a till of its own, at a platform of its own. */
export const ownTill = ownPlatform.extend<{
  /** How each till is started, besides what a test says of one. */
  tillOptions: TillOptions;
  /** Starts one more till, at the platform where nothing else is said; removed after the test. */
  startTill(options?: TillOptions & { apiBase?: string }): Promise<Till>;
  till: Till;
  /** `till`, signed in by hand, at the board of the outlet, which trades. */
  tradingTill: Till;
}>({
  tillOptions: [{}, { option: true }],
  async startTill({ platform, tillOptions }, give) {
    const tills: Till[] = [];
    await give(async ({ apiBase = `${platform.origin}/api`, ...options } = {}) => {
      const till = await openTill(apiBase, { ...tillOptions, ...options });
      tills.unshift(till);
      return till;
    });
    for (const till of tills) await till.remove();
  },
  async till({ startTill }, give) {
    await give(await startTill());
  },
  async tradingTill({ till, platform }, give) {
    await signInAndTrade(till.page, platform);
    await give(till);
  },
});
