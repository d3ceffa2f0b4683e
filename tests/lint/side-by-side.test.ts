import { expect, it } from 'vitest';
import { sideBySide } from '../support/runner/side-by-side.ts';

/** Suites that are ended by the test, and what has started so far. */
function suites(...names: string[]) {
  const started: string[] = [];
  const ended = new Set<string>();
  const endings = new Map<string, () => void>();
  const all = sideBySide(
    names,
    2,
    (name) => name !== 'web' || ended.has('build'),
    (name) => {
      started.push(name);
      return new Promise((resolve) => {
        endings.set(name, () => {
          ended.add(name);
          resolve();
        });
      });
    },
  );
  const end = async (name: string) => {
    endings.get(name)?.();
    await new Promise(setImmediate);
  };
  return { all, started, end };
}

it('two suites run at a time in their order, and one that must wait lets others start before it', async () => {
  const { all, started, end } = suites('check', 'web', 'build', 'unit', 'api');
  expect(started).toEqual(['check', 'build']);
  await end('check');
  expect(started).toEqual(['check', 'build', 'unit']);
  await end('build');
  expect(started).toEqual(['check', 'build', 'unit', 'web']);
  await end('web');
  expect(started).toEqual(['check', 'build', 'unit', 'web', 'api']);
  await end('unit');
  await end('api');
  await all;
});

it('one that fails to execute fails the run', async () => {
  const broken = () => Promise.reject(new Error('no disk'));
  await expect(sideBySide(['unit'], 2, () => true, broken)).rejects.toThrow('no disk');
});

it('suites that wait for one that never runs fail the run', async () => {
  const all = sideBySide(
    ['web'],
    2,
    () => false,
    () => Promise.resolve(),
  );
  await expect(all).rejects.toThrow('1 suites wait');
});
