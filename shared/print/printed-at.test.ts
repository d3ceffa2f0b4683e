import { expect, it } from 'vitest';
import type { PrintJob } from './jobs.ts';
import { printedAt } from './printed-at.ts';

const own = [{ id: 'kitchen' }, { id: 'bar' }];
const printers = [
  { id: 'k', name: 'Kitchen printer', stationIds: ['kitchen', 'pass'] },
  { id: 'b', name: 'Bar printer', stationIds: ['bar'] },
  { id: 'all', name: 'Office' },
  { id: 'old', name: 'Old printer', stationIds: ['a station that is gone'] },
];
const job = (printerId: string, changes: Partial<PrintJob> = {}): PrintJob => ({
  id: printerId,
  subject: 'order-1',
  label: 'Order 42',
  kind: 'ticket',
  printerId,
  copy: 1,
  state: 'printed',
  problem: null,
  begun: 1,
  printedBy: null,
  at: '2026-11-23T19:02:11.000Z',
  ...changes,
});
const said = (...jobs: PrintJob[]) =>
  printedAt(own, jobs, printers).map(({ stations, on }) => `${stations.join(' ')} on ${on}`);

it('a ticket is of its printer’s stations, of the one it was handed from, or of all (D60)', () => {
  expect(said(job('k'), job('b'), job('all'), job('old'))).toEqual([
    'kitchen on Kitchen printer',
    'bar on Bar printer',
    'kitchen bar on Office',
    'kitchen bar on Old printer',
  ]);
  expect(said(job('b', { handedFrom: 'kitchen' }))).toEqual(['kitchen on Bar printer']);
  expect(said(job('b', { handedFrom: 'cellar' }))).toEqual([]);
});

it('counts what was printed alone, and says of a printer that does not confirm that it did not (D60)', () => {
  expect(said(job('b', { state: 'sent' }))).toEqual(['bar on Bar printer (not confirmed)']);
  expect(
    said(job('b', { state: 'queued' }), job('b', { state: 'elsewhere' }), job('k', { kind: 'receipt' })),
  ).toEqual([]);
  expect(said(job('a printer that was removed'))).toEqual([]);
});
