import { expect, it } from 'vitest';
import { awakeWhile } from './awake.ts';

it('keeps the computer awake exactly while an outlet trades, however often it is told', () => {
  const log: string[] = [];
  let ids = 0;
  const keepAwake = awakeWhile({
    start: (type) => {
      log.push(`start ${type}`);
      return (ids += 1);
    },
    stop: (id) => {
      log.push(`stop ${id}`);
      return true;
    },
  });
  for (const trading of [false, true, true, false, false, true]) keepAwake(trading);
  expect(log).toEqual(['start prevent-display-sleep', 'stop 1', 'start prevent-display-sleep']);
});
