// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FollowedOrder } from '#shared/api/guest-pages.ts';
import { line, ToldLine } from '../../tests/support/components/told-line.ts';
import { readOrder, type Called } from '../base/calls.ts';
import { followOrder, type Followed } from './follow-order.ts';

vi.mock('../base/calls.ts', () => ({ readOrder: vi.fn<typeof readOrder>() }));

const order = (status: string) => ({ id: 'mine', status }) as FollowedOrder;
const done = (status: string): Called<FollowedOrder> => ({ kind: 'done', reply: order(status) });

const seen: Followed = { order: null, missing: false, isBehind: false };
let leave: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', ToldLine);
  ToldLine.all = [];
  vi.mocked(readOrder).mockReset().mockResolvedValue(done('deliver_pending'));
  Object.assign(seen, { order: null, missing: false, isBehind: false });
  leave = followOrder('mine', 'secret', (heard) => Object.assign(seen, heard));
  line().tell(order('deliver_pending'));
});
afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks nothing while events come, and every 25 seconds while none does', async () => {
  await vi.advanceTimersByTimeAsync(24_000);
  line().tell(order('deliver_waiting'));
  await vi.advanceTimersByTimeAsync(24_000);
  expect(readOrder).not.toHaveBeenCalled();
  expect(seen.order?.status).toBe('deliver_waiting');
  vi.mocked(readOrder).mockResolvedValue(done('deliver_waiting'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(readOrder).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(readOrder).toHaveBeenCalledTimes(2);
  expect(ToldLine.all, 'the line says nothing because nothing changed').toHaveLength(1);
});

it('opens a new line where the old one, still open, did not say what has changed', async () => {
  vi.mocked(readOrder).mockResolvedValue(done('deliver_waiting'));
  await vi.advanceTimersByTimeAsync(25_000);
  expect(seen).toMatchObject({ order: { status: 'deliver_waiting' }, isBehind: false });
  expect(ToldLine.all.map(({ readyState }) => readyState)).toEqual([2, 1]);
});

it('says that the connection is gone where no answer comes either, until one does', async () => {
  vi.mocked(readOrder).mockResolvedValue({ kind: 'unknown' });
  await vi.advanceTimersByTimeAsync(25_000);
  expect(seen).toMatchObject({ order: { status: 'deliver_pending' }, isBehind: true });
  vi.mocked(readOrder).mockResolvedValue(done('deliver_pending'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(seen.isBehind).toBe(false);
  expect(ToldLine.all).toHaveLength(2);
});

it.each([
  ['the network is back', () => window.dispatchEvent(new Event('online'))],
  ['the page is seen again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('asks at once when %s', async (_when, happen) => {
  vi.mocked(readOrder).mockResolvedValue(done('deliver_waiting'));
  happen();
  await vi.advanceTimersByTimeAsync(0);
  expect(seen.order?.status).toBe('deliver_waiting');
  leave();
  happen();
  expect(readOrder).toHaveBeenCalledTimes(1);
});

it('drops an answer that was asked for before a newer event or answer came', async () => {
  const answers: ((called: Called<FollowedOrder>) => void)[] = [];
  vi.mocked(readOrder).mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  await vi.advanceTimersByTimeAsync(25_000);
  line().tell(order('deliver_waiting'));
  answers[0]?.(done('deliver_pending'));
  await vi.advanceTimersByTimeAsync(0);
  expect(seen.order?.status).toBe('deliver_waiting');

  await vi.advanceTimersByTimeAsync(30_000);
  answers[2]?.(done('deliver_success'));
  await vi.advanceTimersByTimeAsync(0);
  answers[1]?.({ kind: 'unknown' });
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toMatchObject({ order: { status: 'deliver_success' }, isBehind: false });
});

it('asks every 5 seconds while its line is refused, and opens one anew after about half a minute, until one opens', async () => {
  const refuse = () => {
    line().readyState = 2;
    line().dispatchEvent(new Event('error'));
  };
  refuse();
  await vi.advanceTimersByTimeAsync(19_900);
  expect(readOrder).toHaveBeenCalledTimes(4);
  expect(ToldLine.all).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(20_100);
  expect(ToldLine.all).toHaveLength(2);
  refuse();
  await vi.advanceTimersByTimeAsync(40_000);
  expect(ToldLine.all).toHaveLength(3);
  vi.mocked(readOrder).mockClear();
  line().tell(order('deliver_waiting'));
  await vi.advanceTimersByTimeAsync(24_000);
  expect(seen).toMatchObject({ order: { status: 'deliver_waiting' }, isBehind: false });
  expect(readOrder).not.toHaveBeenCalled();
});

it.each([
  ['set back', -3_600_000],
  ['set forward', 3_600_000],
])(
  'asks every 5 seconds and opens a line anew in its time, though the phone’s clock was %s',
  async (_how, by) => {
    line().readyState = 2;
    line().dispatchEvent(new Event('error'));
    vi.setSystemTime(Date.now() + by);
    await vi.advanceTimersByTimeAsync(19_900);
    expect(readOrder).toHaveBeenCalledTimes(4);
    expect(ToldLine.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(20_100);
    expect(ToldLine.all).toHaveLength(2);
  },
);

it('opens none anew once the page is left', async () => {
  line().readyState = 2;
  line().dispatchEvent(new Event('error'));
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ToldLine.all).toHaveLength(1);
});

it('says that an order is missing where the server knows none', async () => {
  vi.mocked(readOrder).mockResolvedValue({ kind: 'refused', status: 404, code: 'NOT_FOUND', message: '' });
  line().readyState = 2;
  line().dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual({ order: null, missing: true, isBehind: false });
});

it('opens no line while the server knows no such order, and one at once when it does', async () => {
  vi.mocked(readOrder).mockResolvedValue({ kind: 'refused', status: 404, code: 'NOT_FOUND', message: '' });
  line().readyState = 2;
  line().dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(readOrder).toHaveBeenCalledTimes(25);
  expect(ToldLine.all).toHaveLength(1);
  vi.mocked(readOrder).mockResolvedValue(done('deliver_waiting'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(seen).toMatchObject({ order: { status: 'deliver_waiting' }, missing: false });
  expect(ToldLine.all.map(({ readyState }) => readyState)).toEqual([2, 1]);
  line().tell(order('deliver_success'));
  expect(seen.order?.status).toBe('deliver_success');
});
