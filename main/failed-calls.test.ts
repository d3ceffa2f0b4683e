import { expect, it } from 'vitest';
import { failedCalls } from './failed-calls.ts';

it('logs a failed call once a minute, with the number of those before, and tells a person once of what is missed', () => {
  const log: string[] = [];
  const reports: string[] = [];
  let now = 0;
  const failed = failedCalls(
    (line) => log.push(line),
    (line) => reports.push(line),
    () => now,
  );
  failed('printByItself', null);
  expect(reports, 'it is told of again').toEqual([]);
  for (let call = 0; call < 1_000; call += 1) failed('printByItself', 'Error: No');
  failed('setWatch', 'Error: No');
  expect(log).toEqual([
    "The page's call printByItself failed: it was called too often",
    "The page's call setWatch failed: Error: No",
  ]);
  expect(reports).toEqual([expect.stringContaining('could not be printed by itself')]);
  now = 60_000;
  failed('printByItself', 'Error: Once more');
  expect(log.at(-1)).toBe("The page's call printByItself failed, and 1000 times before: Error: Once more");
  failed('setRinging', 'Error: No');
  expect(reports.slice(1)).toEqual([expect.stringContaining('could not ring')]);
});
