// @vitest-environment happy-dom
import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GuestPayments } from '#shared/api/customer-routes.ts';
import { useCardPolicy } from './use-card-policy.ts';

type Shown = { served?: GuestPayments; now?: GuestPayments; busy?: boolean };
function Page({ served, now, busy = false }: Shown) {
  useCardPolicy(served, now, busy);
  return null;
}
const stripe: GuestPayments = { provider: 'stripe', publishableKey: 'pk_test', account: 'acct_one' };
const place = document.createElement('div');
const show = (shown: Shown) => act(() => render(h(Page, shown), place));

beforeEach(() => {
  render(null, place);
  history.replaceState(null, '');
  vi.spyOn(location, 'reload').mockReturnValue(undefined);
});
afterEach(() => vi.restoreAllMocks());

it('loads the page anew once the seller can take cards, and not while its guest pays (D69)', async () => {
  await show({});
  await show({ now: stripe, busy: true });
  expect(location.reload).not.toHaveBeenCalled();
  await show({ now: stripe });
  expect(location.reload).toHaveBeenCalledTimes(1);
});

it('loads it anew once only, should the server still serve it without cards (D69)', async () => {
  await show({ now: stripe });
  render(null, place);
  await show({ now: stripe });
  expect(location.reload).toHaveBeenCalledTimes(1);
});

it.each([
  ['it was served with them', { served: stripe, now: { ...stripe, account: 'acct_two' } }],
  ['there are none', { served: stripe }],
  ['cards are only simulated', { now: { provider: 'test' as const } }],
])('leaves the page where %s', async (_where, shown) => {
  await show(shown);
  expect(location.reload).not.toHaveBeenCalled();
});
