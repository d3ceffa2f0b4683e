// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readAccount } from '#shared/api/read-account.ts';
import { fakePlatform } from '../../../tests/support/components/fake-platform.ts';
import { apiSlice } from '../../api/api-slice.ts';
import type { LiveFeed } from '../../state/feed.ts';
import { ordersSlice } from '../../state/orders-slice.ts';
import { signedIn } from '../../state/session-slice.ts';
import { makeStore } from '../../state/store.ts';
import { outletOpened } from '../../state/watched-slice.ts';
import type { startLiveFeed } from '../live-feed.ts';
import { keepFeed } from './keep-feed.ts';

const [lookedAt, wake] = [vi.fn<LiveFeed['lookedAt']>(), vi.fn<LiveFeed['wake']>()];
vi.mock(import('../live-feed.ts'), () => ({
  startLiveFeed: vi
    .fn<typeof startLiveFeed>()
    .mockImplementation(() => ({ lookedAt, wake, stop: () => undefined }) as unknown as LiveFeed),
}));

let end: () => void;
beforeEach(vi.clearAllMocks);
afterEach(() => end());

/** A screen whose feed is open. */
async function watching(): Promise<void> {
  const { store, services } = makeStore(
    fakePlatform({ onSilentChanged: () => () => undefined, onPreferencesChanged: () => () => undefined }),
  );
  services.addApi(apiSlice, ordersSlice);
  const account = readAccount({ id: 'seller', accountStatus: { value: 'verified', label: 'Verified' } });
  store.dispatch(signedIn({ account, kept: 'kept' }));
  store.dispatch(outletOpened('Ferry'));
  end = keepFeed(store, services);
  await vi.waitFor(() => expect(services.feed.current).not.toBeNull());
}

/** As a browser tells a page that is shown again: in one go, before its next frame. */
function showAgain(): void {
  document.dispatchEvent(new Event('visibilitychange'));
  dispatchEvent(new Event('focus'));
}
const looks = () => lookedAt.mock.calls.length;

it('a screen that is shown again and has the focus looks once, and once more the next time (D32)', async () => {
  await watching();
  showAgain();
  await expect.poll(looks).toBe(1);
  showAgain();
  await expect.poll(looks).toBe(2);
});

it('either alone is a look', async () => {
  await watching();
  dispatchEvent(new Event('focus'));
  await expect.poll(looks).toBe(1);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(looks).toBe(2);
});

it('a page or a network that is back reads all again, each time', async () => {
  await watching();
  document.dispatchEvent(new Event('resume'));
  dispatchEvent(new Event('online'));
  expect(wake).toHaveBeenCalledTimes(2);
});
