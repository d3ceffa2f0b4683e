// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { line, ToldLine } from '../../tests/support/components/told-line.ts';
import { followPickUp, type Heard } from './follow-pick-up.ts';

const asked = vi.fn<typeof fetch>();
const ready = (...numbers: number[]) => ({ ready: numbers });
const answer = (...numbers: number[]) => Response.json(ready(...numbers));
const orders = (...numbers: number[]) => ({ kind: 'orders', pickUp: ready(...numbers) });

let heard: Heard | null = null;
let leave: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', ToldLine);
  vi.stubGlobal(
    'fetch',
    asked.mockReset().mockImplementation(async () => answer(4)),
  );
  ToldLine.all = [];
  leave = followPickUp('bar', (now) => (heard = now));
  line().tell(ready(4));
});
afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function refuse() {
  line().readyState = 2;
  line().dispatchEvent(new Event('error'));
}

it('asks every 5 seconds while its line is refused, and opens one anew after about half a minute, until one opens', async () => {
  asked.mockImplementation(async () => answer(5, 4));
  refuse();
  await vi.advanceTimersByTimeAsync(19_900);
  expect(asked).toHaveBeenCalledTimes(4);
  expect(heard).toEqual(orders(5, 4));
  expect(ToldLine.all).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(20_100);
  expect(ToldLine.all).toHaveLength(2);
  refuse();
  await vi.advanceTimersByTimeAsync(40_000);
  expect(ToldLine.all).toHaveLength(3);
  asked.mockClear();
  line().tell(ready(6));
  await vi.advanceTimersByTimeAsync(24_000);
  expect(heard).toEqual(orders(6));
  expect(asked).not.toHaveBeenCalled();
});

it('opens each line anew at its own time', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.9);
  refuse();
  random.mockRestore();
  await vi.advanceTimersByTimeAsync(37_900);
  expect(ToldLine.all).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(ToldLine.all).toHaveLength(2);
});

it('says since when nothing was heard where no answer comes either, until one does', async () => {
  const since = Date.now();
  asked.mockRejectedValue(new Error('no network'));
  refuse();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(heard).toEqual({ kind: 'cut', since });
  asked.mockImplementation(async () => answer(7));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(heard).toEqual(orders(7));
});

it.each([
  ['still open', 0],
  ['still open though the clock was set back', -3_600_000],
])('opens a new line where the old one, %s, says nothing any more', async (_how, by) => {
  vi.setSystemTime(Date.now() + by);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(ToldLine.all.map(({ readyState }) => readyState)).toEqual([2, 1]);
  expect(heard).toEqual(orders(4));
});

it('opens no line while there is no such screen, and one at once when there is', async () => {
  asked.mockImplementation(async () => new Response('', { status: 404 }));
  refuse();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(heard).toEqual({ kind: 'none' });
  expect(ToldLine.all).toHaveLength(1);
  asked.mockImplementation(async () => answer());
  await vi.advanceTimersByTimeAsync(5_000);
  expect(heard).toEqual(orders());
  expect(ToldLine.all.map(({ readyState }) => readyState)).toEqual([2, 1]);
});

it('drops an answer that was asked for before an event came', async () => {
  let reply: (response: Response) => void = () => undefined;
  asked.mockReturnValue(new Promise((resolve) => (reply = resolve)));
  line().readyState = 0;
  line().dispatchEvent(new Event('error'));
  line().readyState = 1;
  line().tell(ready(5, 4));
  reply(answer(4));
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual(orders(5, 4));
});

it('opens none, and asks nothing, once the screen is left', async () => {
  refuse();
  leave();
  asked.mockClear();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ToldLine.all).toHaveLength(1);
  expect(asked).not.toHaveBeenCalled();
});
