import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { EventStream, readEvents, writtenOnce, type EventSink } from './event-stream.ts';

function opened() {
  let sink: EventSink<string> | undefined;
  const over: string[] = [];
  const stream = new EventStream<string>(
    (given) => {
      sink = given;
      return () => over.push('unsubscribed');
    },
    () => over.push('left'),
  );
  const out = readEvents(stream, (data) => data);
  return { out, over, send: (data: string) => sink?.send({ id: '1', data }), end: () => sink?.end() };
}

const event = 'x'.repeat(1_000);

it('a stream that nobody reads is cut before it takes much memory, and its place is given back', async () => {
  const { out, over, send } = opened();
  let most = 0;
  for (let n = 0; n < 1_000; n += 1) {
    send(event);
    most = Math.max(most, out.readableLength);
  }
  await setImmediate();
  expect(out.destroyed).toBe(true);
  expect(most).toBeLessThan(70_000);
  expect(over).toEqual(['unsubscribed', 'left']);
});

it('a stream that is read goes on, however much it says', async () => {
  const { out, over, send, end } = opened();
  let read = 0;
  out.on('data', (part: Buffer) => (read += part.length));
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

it('an event that goes to many is written once', () => {
  let times = 0;
  const write = writtenOnce((data) => `${JSON.stringify(data)} ${(times += 1)}`);
  const data = { state: 'open' };
  expect([write(data), write(data)]).toEqual([write(data), '{"state":"open"} 1']);
  expect(write({ state: 'open' })).toBe('{"state":"open"} 2');
});
