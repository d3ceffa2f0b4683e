import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import type { Receipt } from './sender.ts';
import { MOST_HELD, sendingClaimed } from './sending-claimed.ts';

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
