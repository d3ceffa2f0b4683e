import { expect, it, vi } from 'vitest';
import type { DuePrint, JobState } from '#shared/print/jobs.ts';
import { kitchenTicket } from '#shared/print/order-documents.ts';
import { printedClock } from '#shared/print/times.ts';
import { readEscPos } from '../../tests/support/printing/escpos.ts';
import { samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { openShopFor, paper, setUpPrinting } from '../../tests/support/printing/set-up-printing.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';

setUpPrinting();

const openShop = () => openShopFor({ printers: [samplePrinter(paper.port)] });
type Shop = Awaited<ReturnType<typeof openShop>>;

const due = (subject: string, zone?: string): DuePrint => ({
  subject,
  label: 'Order 42',
  document: kitchenTicket(sampleOrder(), null, zone),
  moment: 'arrival',
  at: new Date().toISOString(),
  ageMs: 0,
});
const job = ({ ledger }: Shop, subject: string) => ledger.all().find((one) => one.subject === subject);
const reaches = (shop: Shop, subject: string, state: JobState) =>
  vi.waitFor(() => expect(job(shop, subject)?.state).toBe(state), { timeout: 20_000, interval: 20 });

it.each(['Asia/Kathmandu', 'America/St_Johns', undefined])(
  'a reprint after the till was restarted has the time of the outlet’s clocks: %s (D59)',
  async (zone) => {
    const before = await openShop();
    paper.mood.cutAfter = 40;
    before.queue.due(due('order', zone));
    await reaches(before, 'order', 'unconfirmed');
    await before.ledger.saved();
    before.queue.stop();
    paper.usual();
    const after = await openShop();
    const began = Date.now();
    after.queue.answer(job(after, 'order')?.id ?? '', 'print');
    await reaches(after, 'order', 'printed');
    const mark = readEscPos(paper.jobs.at(-1) ?? Buffer.alloc(0)).lines[1]?.text;
    // The minute may have passed meanwhile.
    const times = [began, Date.now()].map((time) => `REPRINT 1 ${printedClock(time, zone)}`);
    expect(times).toContain(mark?.replaceAll('|', '').trim());
  },
);
