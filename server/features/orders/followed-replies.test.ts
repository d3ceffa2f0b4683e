import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { SharedReply } from '../../http/shared-reply.ts';
import { followedReplies } from './followed-replies.ts';

const HOUSE = 300;

/** A full house that follows a reply, and what each guest was told. */
function fullHouse() {
  let current = new SharedReply('before');
  const followed = followedReplies<string>({
    read: async () => current,
    takePlace: () => () => undefined,
    name: 'followed',
    failure: '',
    log: pino({ level: 'silent' }),
    onRun: () => undefined,
    everyMs: 60_000,
  });
  const enter = () => {
    const heard: string[] = [];
    const leave = followed.follow('bar', current, {
      onChange: ({ body }) => heard.push(body),
      onEnd: () => undefined,
    });
    return { heard, leave };
  };
  return {
    enter,
    guests: Array.from({ length: HOUSE }, enter),
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
