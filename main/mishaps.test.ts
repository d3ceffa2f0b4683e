import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { surviveMishaps } from './mishaps.ts';

it('whatever fails in the main process is logged, and a person is told of the first exception', () => {
  const process = new EventEmitter();
  const log: string[] = [];
  const reports: string[] = [];
  surviveMishaps(
    process,
    (line) => log.push(line),
    (line) => reports.push(line),
  );
  process.emit('unhandledRejection', new Error('refused'));
  process.emit('unhandledRejection', 'a word');
  expect(reports).toEqual([]);
  process.emit('uncaughtException', new TypeError('no such thing'));
  process.emit('uncaughtException', new TypeError('again'));
  expect(log).toEqual([
    expect.stringMatching(/^Unhandled rejection: Error: refused\n +at /),
    'Unhandled rejection: a word',
    expect.stringMatching(/^Uncaught exception: TypeError: no such thing\n +at /),
    expect.stringContaining('again'),
  ]);
  expect(reports).toHaveLength(1);
});
