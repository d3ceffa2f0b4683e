// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aleForTwo as body, placingAtBar as placing } from '../../tests/support/samples/guest-placing.ts';
import { placeOrder } from '../base/calls.ts';
import { keep, readKept } from '../base/kept.ts';
import { findOut, placeOnce } from './placing.ts';

vi.mock('../base/calls.ts', () => ({ placeOrder: vi.fn<typeof placeOrder>() }));
vi.mock('../base/on-disk.ts', () => ({ toDisk: async () => true, fromDisk: async () => undefined }));

const shownNow = () => ({ ...readKept('bar'), at: Date.now() });
const hours = (count: number) => count * 60 * 60_000;
const never = { kind: 'refused' as const, status: 404, code: 'NOT_PLACED', message: '' };
beforeEach(() => {
  localStorage.clear();
  vi.mocked(placeOrder).mockReset();
  vi.useFakeTimers({ toFake: ['Date'] });
  keep('bar', () => ({ lines: body.items }));
});
afterEach(() => vi.useRealTimers());

it('a phone that slept after its order was sent without an answer places none, and finds out what became of it', async () => {
  const asked: (string | undefined)[] = [];
  vi.mocked(placeOrder).mockImplementation(async (_outletId, _attempt, repeat) => {
    asked.push(repeat);
    if (asked.length > 20) throw new Error('It is sent for ever');
    return repeat === undefined ? { kind: 'unknown' } : never;
  });
  let slept = false;
  const wait = async () => {
    if (asked.length === 3 && !slept) vi.setSystemTime(Date.now() + hours(2));
    slept ||= asked.length === 3;
  };
  const ended = await placeOnce(
    'bar',
    shownNow(),
    () => body,
    (attempt) => ({ ...placing(attempt), wait }),
  );
  expect(ended).toEqual({ kind: 'not-placed' });
  expect(asked).toEqual([undefined, undefined, undefined, 'true', 'last']);
  expect(readKept('bar')).toMatchObject({ attempt: null, lines: body.items });
});

it('a phone that slept before its order was sent sends none', async () => {
  const pressed = shownNow();
  vi.setSystemTime(Date.now() + hours(2));
  expect(await placeOnce('bar', pressed, () => body, placing)).toEqual({ kind: 'not-placed' });
  expect(placeOrder).not.toHaveBeenCalled();
  expect(readKept('bar').attempt).toBeNull();
});

it('a page asks no longer what became of an order once the server has forgotten it, and says nothing of its money', async () => {
  vi.mocked(placeOrder).mockResolvedValue(never);
  const attempt = { key: 'yesterday', body, at: Date.now() };
  keep('bar', () => ({ attempt, note: 'No onions', tip: 100 }));
  vi.setSystemTime(Date.now() + hours(22));
  expect(await findOut(placing(attempt))).toEqual({ kind: 'not-placed' });
  keep('bar', () => ({ attempt }));
  vi.setSystemTime(Date.now() + hours(2));
  vi.mocked(placeOrder).mockClear();
  expect(await findOut(placing(attempt))).toEqual({ kind: 'forgotten' });
  expect(placeOrder).not.toHaveBeenCalled();
  expect(readKept('bar')).toMatchObject({ attempt: null, lines: [], note: '', tip: 0 });
});

it('a tab asks what became of an order beside a tab that waits for the bank, and ends it only in its turn', async () => {
  const asked: (string | undefined)[] = [];
  vi.mocked(placeOrder).mockImplementation(async (_outletId, _attempt, repeat) => {
    asked.push(repeat);
    return never;
  });
  let myTurn = () => {};
  const other = new Promise<void>((resolve) => (myTurn = resolve));
  const found = findOut(placing({ key: 'second', body }), (work) => other.then(work));
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).toEqual(['true']);
  myTurn();
  expect(await found).toEqual({ kind: 'not-placed' });
  expect(asked).toEqual(['true', 'last']);
});
