import { expect, it } from 'vitest';
import type { PrinterTarget } from '#shared/print/printer.ts';
import { sharedTarget } from './shared-target.ts';

const network = (host: string, port = 9100): PrinterTarget => ({ kind: 'network', host, port });

it.each([
  ['192.168.1.50', '192.168.1.50:9100'],
  ['Printer.Local.', 'printer.local:9100'],
  ['FD00:0:0::1', '[fd00::1]:9100'],
])('a printer in the network is one printer however it is spelt: %s', (host, name) => {
  expect(sharedTarget(network(host))).toBe(name);
});

it('another port is another printer', () => {
  expect(sharedTarget(network('192.168.1.50', 9101))).toBe('192.168.1.50:9101');
});

it.each([
  { kind: 'system', name: 'Kitchen' } as const,
  { kind: 'file', path: '/dev/usb/lp0' } as const,
  network('127.0.0.1'),
  network('localhost'),
  network('::1'),
  network('::ffff:127.0.0.1'),
])('what each computer may have one of is shared with no other till: %o', (target) => {
  expect(sharedTarget(target)).toBeNull();
});
