import { expect, it, vi } from 'vitest';
import { samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { openShopFor, paper, setUpPrinting } from '../../tests/support/printing/set-up-printing.ts';
import { dueTicket } from '../../tests/support/samples/due-ticket.ts';
import type { PrintClaims } from './ask-claims.ts';

const computer = vi.hoisted(() => ({ runsForS: 1_000 }));
vi.mock(import('node:os'), async (original) => ({ ...(await original()), uptime: () => computer.runsForS }));

setUpPrinting();

it('a till that slept between its claim and the first byte asks again, and prints nothing that another till has', async () => {
  const ask = vi.fn<PrintClaims['ask']>(async ({ act }) => {
    if (act !== 'take') return { kind: 'free', sheets: 0 };
    const taken = ask.mock.calls.filter(([asked]) => asked.act === 'take').length;
    if (taken > 1) return { kind: 'printed', tillName: 'Bar till', own: false, sheets: 1 };
    // Its lid was closed for a minute, in which the other till printed.
    computer.runsForS += 60;
    return { kind: 'yours', claim: 7, sheets: 0 };
  });
  const shop = await openShopFor({
    printers: [samplePrinter(paper.port)],
    claims: { areKept: async () => true, ask },
  });
  shop.queue.due(dueTicket({ outletId: 'outlet' }));
  await expect.poll(() => shop.ledger.all()[0]?.state).toBe('elsewhere');
  expect(shop.ledger.all()[0]).toMatchObject({ printedBy: 'Bar till', problem: null });
  expect(paper.jobs).toEqual([]);
});
