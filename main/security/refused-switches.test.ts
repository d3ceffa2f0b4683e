import { expect, it } from 'vitest';
import { isTestBuild, refusedSwitch } from './refused-switches.ts';

const started = (...given: string[]) => ({ hasSwitch: (name: string) => given.includes(name) });

it.each(['remote-debugging-port', 'remote-debugging-pipe', 'proxy-server', 'host-resolver-rules'])(
  'a release is not started with --%s (E31)',
  (name) => expect(refusedSwitch(started('user-data-dir', name))).toBe(name),
);

it('what a till is started with every day is not refused', () =>
  expect(refusedSwitch(started('user-data-dir', 'no-sandbox', 'password-store'))).toBeNull());

it('a package that was made to be tested says so', () => {
  expect(isTestBuild('{\n  "name": "servery",\n  "testBuild": true\n}')).toBe(true);
  expect(isTestBuild('{\n  "name": "servery",\n  "testBuild": false\n}')).toBe(false);
  expect(isTestBuild('{}')).toBe(false);
});
