import { lookup } from 'node:dns/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startPrinter, type StandInPrinter } from '../../tests/support/printing/printer.ts';
import { connectTo } from './printer-connection.ts';

vi.mock('node:dns/promises');

let paper: StandInPrinter;
beforeEach(async () => {
  paper = await startPrinter();
});
afterEach(() => paper.stop());

/** What the network says of the name; asked for one address, it gives the first. */
function named(...addresses: string[]): void {
  const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const look = async (_host: string, options?: { all?: boolean }) => (options?.all ? all : all[0]);
  vi.mocked(lookup).mockImplementation(look as typeof lookup);
}
const reach = () => connectTo({ host: 'kitchen.local', port: paper.port }, 2_000);

it.each([
  ['is link-local', ['fe80::1', '127.0.0.1']],
  ['is of the internet', ['8.8.8.8', '127.0.0.1']],
  ['refuses', ['::1', '127.0.0.1']],
])('a name whose first address %s leads to the printer by its next', async (_why, addresses) => {
  named(...addresses);
  const connection = await reach();
  connection.write(Buffer.from('A sheet'));
  await expect.poll(() => paper.jobs.map(String)).toEqual(['A sheet']);
  connection.destroy();
});

it('a name that has no private address leads nowhere', async () => {
  named('8.8.8.8', '169.254.169.254', 'fe80::1');
  await expect(reach()).rejects.toThrow('Not in this network');
});

it('a name none of whose addresses takes a connection fails as the last does', async () => {
  named('::1', '127.0.0.1');
  await paper.stop();
  await expect(reach()).rejects.toThrow('127.0.0.1');
  paper = await startPrinter();
});
