import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { endInTurn } from './end-in-turn.ts';

it('a part is ended once the step before is over, whatever became of the other parts', async () => {
  const events: string[] = [];
  const slow = async () => {
    events.push('slow');
    await turn();
    events.push('slow is over');
  };
  const bad = async (reason: string) => {
    events.push(reason);
    throw new Error(reason);
  };
  const failed = await endInTurn(
    () => [bad('first'), slow()],
    () => [undefined],
    () => [bad('second')],
    () => [slow()],
  );
  expect(events).toEqual(['first', 'slow', 'slow is over', 'second', 'slow', 'slow is over']);
  expect(failed.map(({ reason }) => (reason as Error).message)).toEqual(['first', 'second']);
  expect(await endInTurn(() => [slow()])).toEqual([]);
});
