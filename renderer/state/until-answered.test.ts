import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallFailed, failureOf, readFailure, unreachable, type Failure } from '../api/failure.ts';
import { pageTimers } from '../platform/page-timers.ts';
import { untilAnswered } from './until-answered.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Presses on a line that a test answers; `at` has the time of each try, in ms. */
function press(answer: (tries: number, signal: AbortSignal) => Promise<string>) {
  const began = performance.now();
  const at: number[] = [];
  const listening = new Set<() => void>();
  const outcome = untilAnswered(
    (signal) => {
      at.push(performance.now() - began);
      return answer(at.length, signal);
    },
    {
      timers: pageTimers,
      onBack(back) {
        listening.add(back);
        return () => void listening.delete(back);
      },
    },
  ).then(
    (text) => ({ text, after: performance.now() - began }),
    (error: unknown) => ({ ...failureOf(error), after: performance.now() - began }),
  );
  return { at, outcome, listening, comesBack: () => [...listening].forEach((back) => back()) };
}
const never = () => new Promise<string>(() => undefined);
const failing = (failure: Partial<Failure>) => () =>
  Promise.reject(new CallFailed({ ...unreachable, ...failure }));

describe('a press (D49)', () => {
  it('into a black hole is given up every 5 s and sent anew, and fails after 30 s', async () => {
    const signals: AbortSignal[] = [];
    const { at, outcome, listening } = press((_tries, signal) => {
      signals.push(signal);
      return never();
    });
    await vi.runAllTimersAsync();
    expect(at).toEqual([0, 5_500, 11_500, 18_000, 25_000]);
    expect(await outcome).toMatchObject({ code: 'UNREACHABLE', after: 30_000 });
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    expect([listening.size, vi.getTimerCount()], 'nothing is left').toEqual([0, 0]);
  });

  it('on a line that refuses at once is sent again less and less often, and not for ever', async () => {
    const { at, outcome } = press(failing({}));
    await vi.runAllTimersAsync();
    expect(at.slice(0, 6)).toEqual([0, 500, 1_500, 3_000, 5_000, 7_000]);
    expect(at).toHaveLength(17);
    expect(await outcome).toMatchObject({ code: 'UNREACHABLE', after: 29_000 });
  });

  it('is sent anew at once when the network is back, during a try and during a pause', async () => {
    const { at, outcome, comesBack } = press((tries) =>
      tries === 2 ? failing({})() : tries < 4 ? never() : Promise.resolve('accepted'),
    );
    await vi.advanceTimersByTimeAsync(100);
    comesBack();
    await vi.advanceTimersByTimeAsync(1_900);
    expect(at, 'a try that has only begun is not sent anew').toEqual([0]);
    comesBack();
    await vi.advanceTimersByTimeAsync(300);
    expect(at).toEqual([0, 2_000]);
    comesBack();
    await vi.advanceTimersByTimeAsync(0);
    expect(at).toEqual([0, 2_000, 2_300]);
    await vi.advanceTimersByTimeAsync(2_000);
    comesBack();
    await vi.advanceTimersByTimeAsync(0);
    expect(await outcome).toEqual({ text: 'accepted', after: 4_300 });
    expect(vi.getTimerCount(), 'nothing is left').toBe(0);
  });

  it('waits as long as the server asks, also when the network comes back', async () => {
    const busy = failing({ status: 429, code: 'TOO_MANY_ATTEMPTS', retryAfterMs: 7_000 });
    const { at, outcome, comesBack } = press((tries) => (tries === 1 ? busy() : Promise.resolve('accepted')));
    await vi.advanceTimersByTimeAsync(1_000);
    comesBack();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await outcome).toEqual({ text: 'accepted', after: 7_000 });
    expect(at).toEqual([0, 7_000]);
  });

  it.each([
    ['a refusal', { status: 409, code: 'ORDER_STATUS_CONFLICT' }],
    ['a fault of the server', { status: 500, code: 'INTERNAL' }],
    ['a refund that the card provider has not confirmed', { status: 503, code: 'REFUND_UNCONFIRMED' }],
    ['a wait that is too long', { status: 429, code: 'TOO_MANY_ATTEMPTS', retryAfterMs: 31_000 }],
  ])('%s is final', async (_what, failure) => {
    const { at, outcome } = press(failing(failure));
    expect(await outcome).toMatchObject({ ...failure, after: 0 });
    expect(at).toEqual([0]);
  });

  it('is not answered by a page of the network, as of one that asks to sign in', async () => {
    const page = readFailure(403, '<html>Sign in</html>');
    const { outcome } = press((tries) => (tries < 3 ? failing(page)() : Promise.resolve('accepted')));
    await vi.runAllTimersAsync();
    expect(await outcome).toEqual({ text: 'accepted', after: 1_500 });
  });

  it.each([502, 503, 504])(
    'an answer %i of whatever stands in front of the server is none',
    async (status) => {
      const { outcome } = press((tries) =>
        tries < 3 ? failing({ status, code: `HTTP_${status}` })() : Promise.resolve('accepted'),
      );
      await vi.runAllTimersAsync();
      expect(await outcome).toEqual({ text: 'accepted', after: 1_500 });
    },
  );
});
