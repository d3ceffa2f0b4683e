import { expect, it } from 'vitest';
import { readPercent } from './read-percent.ts';
import { readNetworkTarget, targetWords } from './printer-words.ts';

it.each([
  ['192.168.1.50', '192.168.1.50', 9100],
  [' tcp://printer.local:9101 ', 'printer.local', 9101],
  ['printer:4000', 'printer', 4000],
  ['[fe80::1]:9100', 'fe80::1', 9100],
])('an address is read as people write it: %s', (typed, host, port) => {
  expect(readNetworkTarget(typed)).toEqual({ kind: 'network', host, port });
});

it.each(['', 'http://printer', 'printer:80', 'printer:99999', 'a b', 'printer:9100/x'])(
  '%s is no address',
  (typed) => expect(readNetworkTarget(typed)).toBeNull(),
);

it.each(['10.0.0.5', 'printer.local', 'fe80::1'])(
  'the address of %s reads back as it was written',
  (host) => {
    const target = { kind: 'network', host, port: 9101 } as const;
    expect(readNetworkTarget(targetWords(target))).toEqual(target);
  },
);

it('a percentage is read without passing through a float', () => {
  expect(['20', '12.5', '5,25 %', '100'].map(readPercent)).toEqual([2000, 1250, 525, 10_000]);
  expect(['', '-1', '101', '1.234', 'x'].map(readPercent)).toEqual(Array(5).fill(undefined));
});
