import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { EventStream } from '../../http/event-stream.ts';
import { SharedReply } from '../../http/shared-reply.ts';
import { followedReplies } from './followed-replies.ts';

const HOUSE = 300;

/** A full house that follows a reply, and what each guest was told. */
function fullHouse() {
  let current = new SharedReply('before');
  let reads = 0;
  let held = Promise.resolve();
  const followed = followedReplies<string>({
    read: async () => {
      reads += 1;
      const read = current;
      await held;
      return read;
    },
    takePlace: () => () => undefined,
    name: 'followed',
    failure: '',
    log: pino({ level: 'silent' }),
    onRun: () => undefined,
    everyMs: 60_000,
  });
  const enter = (known: SharedReply<string> | null = current) => {
    const heard: string[] = [];
    let ended = false;
    const leave = followed.follow('bar', known, {
      onChange: ({ body }) => heard.push(body),
      onGone: () => undefined,
      onEnd: () => (ended = true),
    });
    return { heard, leave, isEnded: () => ended };
  };
  /** Asks for a stream, as a page does. */
  const open = async (outlet: string) => {
    const stream = await followed.stream(outlet, '192.0.2.1', ({ body }) => ({ id: body, data: body }));
    if (!(stream instanceof EventStream)) throw new Error('there is no stream');
    const heard: string[] = [];
    stream.subscribe({ send: ({ data }) => heard.push(data), end: () => undefined });
    return heard;
  };
  return {
    enter,
    open,
    reads: () => reads,
    /** What is read from now on arrives when the returned function is called. */
    hold(): () => void {
      let arrive = () => {};
      held = new Promise((resolve) => (arrive = resolve));
      return () => arrive();
    },
    guests: Array.from({ length: HOUSE }, () => enter()),
    change: (to: string) => (current = new SharedReply(to)),
    look: () => followed.chore.look(),
    stop: () => followed.chore.stop(),
  };
}

it('a full house is told in turns, so that its pages do not all read anew at once', async () => {
  const house = fullHouse();
  house.change('after');
  const looking = house.look();
  const toldPerTurn: number[] = [];
  const told = () => house.guests.filter(({ heard }) => heard.includes('after')).length;
  for (let before = 0; before < HOUSE; before = told()) {
    await nextTurn();
    toldPerTurn.push(told() - before);
  }
  await looking;
  await house.stop();
  expect(Math.max(...toldPerTurn)).toBeLessThanOrEqual(HOUSE / 10);
  for (const { heard } of house.guests) expect(heard).toEqual(['before', 'after']);
});

it('a guest who comes or leaves meanwhile is told nothing old', async () => {
  const house = fullHouse();
  house.change('after');
  const looking = house.look();
  await nextTurn();
  const [last] = house.guests.slice(-1);
  last?.leave();
  house.change('later');
  const late = house.enter();
  await looking;
  expect(last?.heard).toEqual(['before']);
  expect(late.heard).toEqual(['later']);
  await house.look();
  expect(late.heard).toEqual(['later']);
  expect(house.guests[0]?.heard).toEqual(['before', 'after', 'later']);
  await house.stop();
});

it('the first page is told at once; nothing is read for one more, which is told at the next look', async () => {
  const house = fullHouse();
  expect(await house.open('café')).toEqual(['before']);
  expect(house.reads()).toBe(1);
  const more = await Promise.all(Array.from({ length: 20 }, () => house.open('café')));
  expect(house.reads()).toBe(1);
  expect(more.flat()).toEqual([]);
  house.change('after');
  await house.look();
  expect(more).toEqual(Array.from({ length: 20 }, () => ['after']));
  await house.stop();
});

it('a guest who comes while changes are read is not told what was read before', async () => {
  const house = fullHouse();
  const arrive = house.hold();
  const looking = house.look();
  await vi.waitFor(() => expect(house.reads()).toBe(1));
  const late = house.enter(house.change('after'));
  arrive();
  await looking;
  expect(late.heard).toEqual(['after']);
  await house.stop();
});

it('a page that comes once all have been told that this is the end, as its server stops, is told so too', async () => {
  const house = fullHouse();
  await house.stop();
  expect(house.enter().isEnded()).toBe(true);
  expect(house.enter(null).isEnded()).toBe(true);
});
