// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GuestMenu } from '#shared/api/guest-pages.ts';
import { line, ToldLine } from '../../tests/support/components/told-line.ts';
import { readMenu } from './calls.ts';
import { followMenu, type FollowedMenu } from './follow-menu.ts';

vi.mock('./calls.ts', () => ({ readMenu: vi.fn<typeof readMenu>() }));

const state = (version: string, ordering = 'open') => ({
  version,
  availability: 'open',
  ordering: { state: ordering },
});
const menu = (ordering: string) =>
  ({ outlet: { id: 'bar', availability: 'open' }, ordering: { state: ordering } }) as unknown as GuestMenu;

let shown: GuestMenu;
let followed: FollowedMenu;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', ToldLine);
  ToldLine.all = [];
  vi.mocked(readMenu)
    .mockReset()
    .mockResolvedValue({ kind: 'done', reply: menu('paused') });
  shown = menu('open');
  followed = followMenu('bar', 'v1', (change) => (shown = change(shown)));
  line().tell(state('v1'));
});
afterEach(() => {
  followed.leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('reads nothing, and keeps its line, while the server says that nothing changed', async () => {
  for (let turn = 0; turn < 10; turn += 1) {
    await vi.advanceTimersByTimeAsync(20_000);
    line().tell(state('v1'));
  }
  expect(readMenu).not.toHaveBeenCalled();
  expect(ToldLine.all).toHaveLength(1);
});

it('opens a new line where the old one, still open, says nothing any more', async () => {
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ToldLine.all.map(({ readyState }) => readyState)).toEqual([2, 1]);
  line().tell(state('v2', 'paused'));
  await vi.advanceTimersByTimeAsync(0);
  expect(shown.ordering.state).toBe('paused');
  expect(readMenu).toHaveBeenCalledTimes(1);
});

it.each([
  ['the network is back', () => window.dispatchEvent(new Event('online'))],
  ['the page is seen again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('opens a new line at once when %s, after a sleep', (_when, happen) => {
  happen();
  expect(ToldLine.all).toHaveLength(1);
  // No timer of a page runs while its phone sleeps.
  vi.setSystemTime(Date.now() + 60_000);
  happen();
  expect(ToldLine.all).toHaveLength(2);
  followed.leave();
  vi.setSystemTime(Date.now() + 60_000);
  happen();
  expect(ToldLine.all).toHaveLength(2);
});

it('reads the menu now and then while its line is broken, until the server says that it has not changed', async () => {
  line().readyState = 0;
  line().dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(31_000);
  expect(readMenu).toHaveBeenCalledTimes(2);
  line().readyState = 1;
  line().tell(state('v2'));
  await vi.advanceTimersByTimeAsync(0);
  expect(readMenu).toHaveBeenCalledTimes(3);
  line().tell(state('v2'));
  await vi.advanceTimersByTimeAsync(40_000);
  expect(readMenu).toHaveBeenCalledTimes(3);
});

it('reads the menu when it is asked to, and once more only when the server tells of another', async () => {
  followed.readAgain();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown.ordering.state).toBe('paused');
  line().tell(state('v1'));
  await vi.advanceTimersByTimeAsync(0);
  expect(readMenu).toHaveBeenCalledTimes(1);
  line().tell(state('v2'));
  await vi.advanceTimersByTimeAsync(0);
  expect(readMenu).toHaveBeenCalledTimes(2);
});
