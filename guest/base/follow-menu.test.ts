// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GuestMenu } from '#shared/api/guest-pages.ts';
import { line, ToldLine } from '../../tests/support/components/told-line.ts';
import { readMenu } from './calls.ts';
import { followMenu, type FollowedMenu } from './follow-menu.ts';

vi.mock('./calls.ts', () => ({ readMenu: vi.fn<typeof readMenu>() }));

const state = (version: string, ordering = 'open', more = {}) => ({
  version,
  availability: 'open',
  ordering: { state: ordering },
  ...more,
});
const menu = (ordering: string, content = 'summer') =>
  ({
    outlet: { id: 'bar', availability: 'open' },
    ordering: { state: ordering },
    content,
    catalog: { categories: [{ id: 'drinks', list: [{ id: 'tea', modifiers: [] }] }] },
  }) as unknown as GuestMenu;
const left = (count: number, content = 'summer') => ({
  content,
  stock: { soldOut: count > 0 ? [] : [{ itemId: 'tea', until: 'session' }], left: { tea: count } },
});
const tea = () => shown.catalog?.categories[0]?.list[0];

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
  followed = followMenu(shown, 'v1', (change) => (shown = change(shown)));
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

it.each([
  ['set back', -3_600_000],
  ['set forward', 3_600_000],
])(
  'opens a new line where the old one says nothing, once, though the phone’s clock was %s',
  async (_how, by) => {
    vi.setSystemTime(Date.now() + by);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ToldLine.all.map(({ readyState }) => readyState)).toEqual([2, 1]);
    line().tell(state('v2', 'paused'));
    await vi.advanceTimersByTimeAsync(0);
    expect(shown.ordering.state).toBe('paused');
  },
);

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

it('reads the menu at once and now and then while its line is refused, and opens one anew after about half a minute', async () => {
  line().readyState = 2;
  line().dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(19_900);
  expect(readMenu).toHaveBeenCalledTimes(2);
  expect(ToldLine.all).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(20_100);
  expect(ToldLine.all).toHaveLength(2);
  line().tell(state('v1'));
  vi.mocked(readMenu).mockClear();
  await vi.advanceTimersByTimeAsync(40_000);
  expect(readMenu).not.toHaveBeenCalled();
  expect(ToldLine.all, 'the one that opened is silent for less than a minute').toHaveLength(2);
});

it('reads the menu now and then while its line waits to be opened, until the server says how it is', async () => {
  followed.leave();
  followed = followMenu(shown, 'v1', (change) => (shown = change(shown)));
  line().readyState = 0;
  await vi.advanceTimersByTimeAsync(31_000);
  expect(shown.ordering.state).toBe('paused');
  expect(readMenu).toHaveBeenCalledTimes(2);
  line().readyState = 1;
  line().tell(state('v1', 'paused', left(1)));
  await vi.advanceTimersByTimeAsync(40_000);
  expect(readMenu).toHaveBeenCalledTimes(2);
});

it('reads the menu now and then while a new line, in place of a silent one, says nothing either', async () => {
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ToldLine.all).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(readMenu).toHaveBeenCalledTimes(2);
  line().tell(state('v1', 'paused', left(1)));
  await vi.advanceTimersByTimeAsync(40_000);
  expect(readMenu).toHaveBeenCalledTimes(2);
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

it('shows what is left as the server tells it, and reads nothing while the rest of the menu is the same', async () => {
  line().tell(state('v2', 'open', left(2)));
  expect(tea()).toEqual({ id: 'tea', modifiers: [], left: 2 });
  line().tell(state('v3', 'paused', left(0)));
  expect(tea()).toEqual({ id: 'tea', modifiers: [], left: 0, soldOutUntil: 'session' });
  expect(shown.ordering.state).toBe('paused');
  line().tell(state('v4', 'open', { content: 'summer', stock: { soldOut: [], left: {} } }));
  expect(tea()).toEqual({ id: 'tea', modifiers: [] });
  await vi.advanceTimersByTimeAsync(40_000);
  expect(readMenu).not.toHaveBeenCalled();
});

it.each([
  ['more than that has changed', left(2, 'winter')],
  ['much is sold out, so that the server does not say what', { content: 'summer' }],
])('reads the menu where %s', async (_what, told) => {
  line().tell(state('v2', 'open', told));
  await vi.advanceTimersByTimeAsync(0);
  expect(readMenu).toHaveBeenCalledTimes(1);
  expect(shown.ordering.state).toBe('paused');
});

it('goes by the menu that it read last', async () => {
  vi.mocked(readMenu).mockResolvedValue({ kind: 'done', reply: menu('open', 'winter') });
  line().tell(state('v2', 'open', left(2, 'winter')));
  await vi.advanceTimersByTimeAsync(0);
  line().tell(state('v3', 'open', left(1, 'winter')));
  expect(tea()?.left).toBe(1);
  expect(readMenu).toHaveBeenCalledTimes(1);
  line().tell(state('v4', 'open', left(1, 'summer')));
  expect(readMenu).toHaveBeenCalledTimes(2);
});

it('takes no menu that was asked for before the server told of a later one', async () => {
  let answer: (called: Awaited<ReturnType<typeof readMenu>>) => void = () => undefined;
  vi.mocked(readMenu).mockReturnValue(new Promise((resolve) => (answer = resolve)));
  line().tell(state('v2', 'open', left(2, 'winter')));
  line().tell(state('v3', 'open', left(1)));
  answer({ kind: 'done', reply: menu('paused', 'winter') });
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toMatchObject({ content: 'summer', ordering: { state: 'open' } });
  expect(tea()?.left).toBe(1);
});
