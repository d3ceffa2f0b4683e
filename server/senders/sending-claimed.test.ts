import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import type { Receipt } from './sender.ts';
import { MOST_HELD, sendingClaimed, type Outcome } from './sending-claimed.ts';

/** A server whose messages arrive when `arrive` is called, and whose database answers when `answer` is. */
function slowServer() {
  const arriving: (() => void)[] = [];
  const answering: (() => void)[] = [];
  const settled: string[] = [];
  const under = (seller_id: string) => (id: string) => ({ id, seller_id });
  const sending = sendingClaimed<{ id: string; seller_id: string }>({
    renew: (ids) => new Promise((resolve) => answering.push(() => resolve(new Set(ids)))),
    send: () => new Promise<Receipt>((resolve) => arriving.push(() => resolve({ delivered: true }))),
    settle: async ({ id }) => void settled.push(id),
    failure: '',
    log: pino({ level: 'silent' }),
  });
  return { sending, arriving, answering, settled, under };
}

it('a database that is slow to answer is asked one thing at a time', async () => {
  vi.useFakeTimers();
  const { sending, arriving, answering, under } = slowServer();
  sending.add(['a'].map(under('seller')));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(answering).toHaveLength(1);
  answering[0]?.();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(answering).toHaveLength(2);
  arriving[0]?.();
  answering[1]?.();
  await sending.settled();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(answering).toHaveLength(2);
  vi.useRealTimers();
});

it('a message that this server is sending is not sent again, though it was claimed again', async () => {
  const { sending, arriving, settled, under } = slowServer();
  sending.add(['a'].map(under('seller')));
  sending.add(['a', 'b'].map(under('seller')));
  expect(sending.room()).toBe(MOST_HELD - 2);
  await vi.waitFor(() => expect(arriving).toHaveLength(2));
  for (const arrive of arriving) arrive();
  await sending.settled();
  expect(settled).toEqual(['a', 'b']);
  expect(sending.room()).toBe(MOST_HELD);
});

it('a seller whose receivers never answer keeps nobody else’s messages waiting', async () => {
  const sent: string[] = [];
  const hang = new Promise<Receipt>(() => {});
  const sending = sendingClaimed<{ id: string; seller_id: string }>({
    renew: async (ids) => new Set(ids),
    send: ({ id, seller_id }) => {
      sent.push(id);
      return seller_id === 'silent' ? hang : Promise.resolve({ delivered: true });
    },
    settle: async () => {},
    failure: '',
    log: pino({ level: 'silent' }),
  });
  sending.add(Array.from({ length: 400 }, (_, n) => ({ id: `silent ${n}`, seller_id: 'silent' })));
  sending.add([{ id: 'mine', seller_id: 'me' }]);
  await vi.waitFor(() => expect(sent).toContain('mine'));
});

it.each(['its deadline passes', 'it is stopped'])(
  'a sender that never settles keeps no message and no stop waiting once %s',
  async (until) => {
    vi.useFakeTimers();
    const outcomes = new Map<string, Outcome>();
    const sending = sendingClaimed<{ id: string; seller_id: string }>({
      renew: async (ids) => new Set(until === 'it is stopped' ? [] : ids),
      send: ({ id }) =>
        id === 'next' ? Promise.resolve({ delivered: true }) : new Promise<Receipt>(() => {}),
      settle: async ({ id }, outcome) => void outcomes.set(id, outcome),
      failure: '',
      log: pino({ level: 'silent' }),
    });
    // As many as are sent at once, of enough sellers that nobody else's is.
    const silent = Array.from({ length: 50 }, (_, n) => ({ id: `${n}`, seller_id: `silent ${n % 5}` }));
    sending.add(silent);
    sending.add([{ id: 'next', seller_id: 'me' }]);
    await vi.advanceTimersByTimeAsync(until === 'it is stopped' ? 250 : 8_000);
    await sending.settled();
    expect(outcomes.get('0')?.state).toBe(until === 'it is stopped' ? 'stopped' : 'failed');
    expect(outcomes.size).toBe(51);
    vi.useRealTimers();
  },
);
