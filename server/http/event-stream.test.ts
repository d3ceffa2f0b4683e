import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { EventStream, writeEvents, writtenOnce, type EventSink } from './event-stream.ts';

/** @param read takes a piece from the stream, and says when it has; a reader that never does reads nothing */
function opened(read: (piece: Buffer, done: () => void) => void) {
  let sink: EventSink<string> | undefined;
  const over: string[] = [];
  const stream = new EventStream<string>(
    (given) => {
      sink = given;
      return () => over.push('unsubscribed');
    },
    () => over.push('left'),
  );
  const out = new Writable({ write: (piece: Buffer, _encoding, done) => read(piece, done) });
  writeEvents(out, stream, (data) => data);
  return { out, over, send: (data: string) => sink?.send({ id: '1', data }), end: () => sink?.end() };
}

const event = 'x'.repeat(1_000);
afterEach(() => void vi.useRealTimers());

it('a stream that nobody reads is cut before it takes much memory, and its place is given back', async () => {
  const { out, over, send } = opened(() => undefined);
  let most = 0;
  for (let n = 0; n < 1_000; n += 1) {
    send(event);
    most = Math.max(most, out.writableLength);
  }
  await setImmediate();
  expect(out.destroyed).toBe(true);
  expect(most).toBeLessThan(70_000);
  expect(over).toEqual(['unsubscribed', 'left']);
});

it('a stream that is read goes on, however much it says', async () => {
  let read = 0;
  const { out, over, send, end } = opened((piece, done) => {
    read += piece.length;
    process.nextTick(done);
  });
  for (let n = 0; n < 1_000; n += 1) {
    send(event);
    await setImmediate();
  }
  expect(out.destroyed).toBe(false);
  expect(read).toBeGreaterThan(1_000_000);
  end();
  send('after its end');
  await new Promise((resolve) => out.once('close', resolve));
  expect(over).toEqual(['unsubscribed', 'left']);
});

it('a stream that nobody ends is ended after an hour, so that no client holds one for good', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const { out, over } = opened((_piece, done) => done());
  vi.advanceTimersByTime(59 * 60_000);
  expect(out.writableEnded).toBe(false);
  const closed = new Promise((resolve) => out.once('close', resolve));
  vi.advanceTimersByTime(60_000);
  expect(out.writableEnded).toBe(true);
  await closed;
  expect(over).toEqual(['unsubscribed', 'left']);
});

it('an event that goes to many is written once', () => {
  let times = 0;
  const write = writtenOnce((data) => `${JSON.stringify(data)} ${(times += 1)}`);
  const data = { state: 'open' };
  expect([write(data), write(data)]).toEqual([write(data), '{"state":"open"} 1']);
  expect(write({ state: 'open' })).toBe('{"state":"open"} 2');
});
