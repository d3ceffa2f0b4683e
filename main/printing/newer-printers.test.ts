import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { printSettings } from '#shared/print/schemas.ts';
import { samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { folder, openShopFor, setUpPrinting } from '../../tests/support/printing/set-up-printing.ts';

setUpPrinting();

const fileOf = (name: string) => path.join(folder, name);
type Stored = { printers: { id: string }[] };
const stored = () => JSON.parse(readFileSync(fileOf('printers.json'), 'utf8')) as Stored;

/** What a version to come may store: with fields, a moment, a kind of document and a way to a printer of its own. */
function newerFile() {
  const { documents, target, ...usual } = samplePrinter(9100);
  const ticket = { ...documents.ticket, sound: 'ping' };
  return {
    version: 9,
    printers: [
      {
        ...usual,
        id: 'kitchen',
        name: 'Kitchen',
        language: 'cy',
        target: { ...target, tls: true },
        documents: { ...documents, ticket, receipt: { when: 'ready', copies: 2 }, bill: ticket },
        later: [{ kind: 'bill', above: 1, since: usual.since }],
      },
      { ...usual, id: 'bar', name: 'Bar', documents, target: { kind: 'bluetooth', address: '00:11' } },
      { ...usual, id: 'pass', name: 'Pass', documents, target },
    ],
    receipt: { vatNumber: 'GB1', vatBasisPoints: 2_000, footer: 'Thanks', logo: 'ferry' },
  };
}

async function openNewer() {
  const newer = newerFile();
  writeFileSync(fileOf('printers.json'), JSON.stringify(newer));
  return { newer, shop: await openShopFor() };
}

it('of a newer version’s printers those are used that are known, and what is not is said (E25)', async () => {
  const { newer, shop } = await openNewer();
  const { settings, reports } = shop;
  expect(settings.current().printers.map(({ id }) => id)).toEqual(['kitchen', 'pass']);
  expect(settings.printer('kitchen')?.documents).toMatchObject({
    ticket: { when: 'arrival' },
    receipt: { when: 'by-hand', copies: 1 },
  });
  expect(settings.current().receipt.footer).toBe('Thanks');
  // The page takes nothing that it does not know.
  expect(printSettings.parse(settings.current())).toEqual(settings.current());
  expect(reports).toHaveLength(1);
  for (const said of ['“Kitchen” prints a receipt only when', '“Bar” is not used', 'printers.json.broken'])
    expect(reports[0]).toContain(said);
  expect(JSON.parse(readFileSync(fileOf('printers.json.broken'), 'utf8'))).toEqual(newer);
  expect(stored()).toEqual(newer);
});

it('what an older till does not know is there again once it is updated, whatever was changed meanwhile (E25)', async () => {
  const { newer, shop } = await openNewer();
  const [kitchen, pass] = shop.settings.current().printers;
  if (!kitchen || !pass) throw new Error('No printers');
  const receipt = { vatNumber: 'GB1', vatBasisPoints: null, footer: 'Bye' };
  expect(await shop.settings.save({ printers: [{ ...kitchen, name: 'Grill' }], receipt })).toBeNull();
  expect(await shop.settings.save({ removed: ['pass'] })).toBeNull();
  const [first, second] = newer.printers;
  expect(stored()).toEqual({
    version: 9,
    printers: [{ ...first, name: 'Grill' }, second],
    receipt: { ...receipt, logo: 'ferry' },
  });
  const again = await openShopFor();
  expect(again.settings.current()).toEqual(shop.settings.current());
});

it('a printer that is set up in the place of an unknown one leaves no second one to an update (E25)', async () => {
  const { shop } = await openNewer();
  expect(await shop.settings.save({ printers: [samplePrinter(9100, { id: 'bar-anew' })] })).toBeNull();
  expect(stored().printers.map(({ id }) => id)).toEqual(['kitchen', 'pass', 'bar-anew']);
  expect(readFileSync(fileOf('printers.json.broken'), 'utf8')).toContain('bluetooth');
  const again = await openShopFor();
  expect(again.reports.join()).not.toContain('is not used');
});
