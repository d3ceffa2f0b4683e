import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { fetchedBySystem } from './fetched-by-system.ts';

function fetching() {
  const asked: string[] = [];
  const system = Object.assign(new EventEmitter(), { checkForUpdates: () => void asked.push('asked') });
  return { system, asked, fetched: fetchedBySystem(system) };
}

it('a version is fetched once the system says so', async () => {
  const { system, asked, fetched } = fetching();
  expect(asked).toEqual(['asked']);
  system.emit('update-downloaded');
  await fetched;
  expect(system.eventNames()).toEqual([]);
});

it('a version that the system cannot fetch is a failure', async () => {
  const { system, fetched } = fetching();
  system.emit('error', new Error('no disk'));
  await expect(fetched).rejects.toThrow('no disk');
  expect(system.eventNames()).toEqual([]);
});
