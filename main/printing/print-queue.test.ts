import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { DuePrint, JobState, PrintRequest } from '#shared/print/jobs.ts';
import { kitchenTicket } from '#shared/print/order-documents.ts';
import type { Printer } from '#shared/print/printer.ts';
import { readEscPos } from '../../tests/support/printing/escpos.ts';
import { quickly, samplePrinter } from '../../tests/support/printing/print-shop.ts';
import {
  folder,
  openShopFor,
  paper,
  replacePaper,
  setUpPrinting,
} from '../../tests/support/printing/set-up-printing.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';

setUpPrinting();

const openShop = (changes: Partial<Printer> = {}, printers = [samplePrinter(paper.port, changes)]) =>
  openShopFor({ printers });

function ticket(orderNumber: number): PrintRequest {
  const document = kitchenTicket(sampleOrder({ orderNumber }));
  return { subject: `order-${orderNumber}`, label: `Order ${orderNumber}`, document };
}
const due = (orderNumber: number, ageMs = 0): DuePrint => ({
  ...ticket(orderNumber),
  moment: 'arrival',
  at: new Date(Date.now() - ageMs).toISOString(),
  ageMs,
});
const texts = (bytes: Buffer | undefined) =>
  readEscPos(bytes ?? Buffer.alloc(0)).lines.map(({ text }) => text.trim());

type Shop = Awaited<ReturnType<typeof openShop>>;
const job = ({ ledger }: Shop, orderNumber = 1) =>
  ledger.all().find(({ subject }) => subject === `order-${orderNumber}`);
const reaches = (shop: Shop, orderNumber: number, state: JobState) =>
  vi.waitFor(() => expect(job(shop, orderNumber)?.state).toBe(state), { timeout: 20_000, interval: 20 });

describe('the ticket ledger', () => {
  it('what an order is told of twice, after a reload or a restart, is printed once (T8)', async () => {
    const shop = await openShop();
    for (let again = 0; again < 3; again += 1) shop.queue.due(due(1));
    await reaches(shop, 1, 'printed');
    shop.queue.due(due(1));
    shop.queue.stop();
    await shop.ledger.saved();
    const after = await openShop();
    after.queue.due(due(1, 30_000));
    after.queue.due(due(2));
    await reaches(after, 2, 'printed');
    expect(paper.jobs).toHaveLength(2);
    expect(job(after)?.state).toBe('printed');
  });

  it('a second sheet says REPRINT and which, with the time (T7)', async () => {
    const shop = await openShop();
    shop.queue.due(due(1));
    await reaches(shop, 1, 'printed');
    for (const reprint of [1, 2]) {
      expect(shop.queue.request(ticket(1))).toEqual({ kind: 'queued' });
      await expect.poll(() => paper.jobs.length).toBe(reprint + 1);
      await reaches(shop, 1, 'printed');
      expect(texts(paper.jobs.at(-1))[1]).toContain(`REPRINT ${reprint} `);
    }
    expect(texts(paper.jobs[0]).join()).not.toContain('REPRINT');
  });

  it.each([0, 1, 40, 'all'])(
    'a link that is cut after %s bytes asks a person, and what follows is marked (T7)',
    async (cut) => {
      const shop = await openShop();
      shop.queue.due(due(1));
      await reaches(shop, 1, 'printed');
      paper.mood.cutAfter = cut === 'all' ? (paper.jobs[0]?.length ?? 0) : Number(cut);
      shop.queue.due(due(2));
      await reaches(shop, 2, 'unconfirmed');
      paper.usual();
      // A lane sends the oldest job first, so a job that was retried would be printed before this one.
      shop.queue.due(due(3));
      await reaches(shop, 3, 'printed');
      expect(job(shop, 2)?.state).toBe('unconfirmed');
      shop.queue.answer(job(shop, 2)?.id ?? '', 'print');
      await reaches(shop, 2, 'printed');
      expect(texts(paper.jobs.at(-1))[1]).toMatch(/^\| +REPRINT 1 /);
    },
  );

  it('a printer that is off is tried by itself until it is there, and the sheet bears no mark (T7)', async () => {
    const { port } = paper;
    await paper.stop();
    const shop = await openShop({ target: { kind: 'network', host: '127.0.0.1', port } });
    shop.queue.due(due(1));
    await expect.poll(() => shop.states.at(-1)?.problem).toBe('Offline');
    expect(job(shop)).toMatchObject({ state: 'queued', begun: 0 });
    await replacePaper(port);
    await reaches(shop, 1, 'printed');
    expect(texts(paper.jobs[0])[0]).toMatch(/^#1 /);
    await expect.poll(() => shop.states.at(-1)?.problem).toBeNull();
  });

  it('paper out and cover open are named before a byte is sent, and printing goes on by itself after (T10)', async () => {
    const shop = await openShop();
    for (const [mood, problem] of [
      [{ paper: false }, 'Out of paper'],
      [{ coverClosed: false }, 'Cover open'],
    ] as const) {
      Object.assign(paper.mood, mood);
      await expect.poll(() => shop.states.at(-1)?.problem).toBe(problem);
      paper.usual();
      await expect.poll(() => shop.states.at(-1)?.problem).toBeNull();
    }
    paper.mood.paper = false;
    shop.queue.due(due(1));
    await expect.poll(() => shop.queue.states()).toEqual([{ printerId: 'kitchen', problem: 'Out of paper' }]);
    expect(job(shop)).toMatchObject({ state: 'queued', begun: 0 });
    expect(paper.jobs).toEqual([]);
    paper.usual();
    await reaches(shop, 1, 'printed');
  });

  it('a job of more than ten minutes is not printed by itself, and is when somebody says so', async () => {
    const shop = await openShop();
    shop.queue.due(due(1, 10 * 60_000 + 1));
    shop.queue.due(due(2, 9 * 60_000));
    await reaches(shop, 2, 'printed');
    await reaches(shop, 1, 'late');
    expect(paper.jobs).toHaveLength(1);
    shop.queue.answer(job(shop)?.id ?? '', 'print');
    await reaches(shop, 1, 'printed');
    expect(texts(paper.jobs[1])[0]).toMatch(/^#1 /);
  });

  it('what happened before a printer was set up, or a day ago, is not its business', async () => {
    const shop = await openShop({ since: new Date(0).toISOString() });
    await shop.settings.save({ removed: ['kitchen'] });
    await shop.settings.save({ printers: [samplePrinter(paper.port, { since: new Date().toISOString() })] });
    shop.queue.due(due(1, 60_000));
    shop.queue.due(due(2, 25 * 3_600_000));
    shop.queue.due(due(3));
    await reaches(shop, 3, 'printed');
    expect(job(shop, 1)).toBeUndefined();
    expect(job(shop, 2)).toBeUndefined();
  });

  it('copies are sheets of their own, and the second says that it is one', async () => {
    const documents = { ...samplePrinter(0).documents, ticket: { when: 'arrival', copies: 2 } as const };
    const shop = await openShop({ documents });
    shop.queue.due(due(1));
    await expect.poll(() => shop.ledger.all().map(({ state }) => state)).toEqual(['printed', 'printed']);
    expect(paper.jobs.map((bytes) => texts(bytes)[0])).toEqual([expect.stringMatching(/^#1 /), 'COPY 2']);
  });

  it('a person’s word settles what nobody can know, and nothing of the order is kept after', async () => {
    const shop = await openShop();
    paper.mood.cutAfter = 10;
    shop.queue.due(due(1));
    shop.queue.due(due(2));
    await reaches(shop, 1, 'unconfirmed');
    await reaches(shop, 2, 'unconfirmed');
    shop.queue.answer(job(shop)?.id ?? '', 'was-printed');
    shop.queue.answer(job(shop, 2)?.id ?? '', 'discard');
    expect(job(shop)).toMatchObject({ state: 'printed', document: null });
    expect(job(shop, 2)).toMatchObject({ state: 'discarded', document: null });
    await shop.ledger.saved();
    expect(readFileSync(path.join(folder, 'print-jobs.json'), 'utf8')).not.toContain('Priya');
  });

  it('a ledger that cannot be read is set aside and told of, and what it may have held asks a person', async () => {
    const first = await openShop();
    first.queue.due(due(1));
    await reaches(first, 1, 'printed');
    first.queue.stop();
    await first.ledger.saved();
    writeFileSync(path.join(folder, 'print-jobs.json'), '[{"id":');
    const shop = await openShop();
    expect(shop.reports.join()).toContain('print-jobs.json.broken');
    shop.queue.due(due(1, 60_000));
    shop.queue.due(due(2));
    await reaches(shop, 2, 'printed');
    expect(job(shop)?.state).toBe('late');
    expect(paper.jobs).toHaveLength(2);
  });

  it('a printer that cannot be asked is sent to once, and nobody says that it printed', async () => {
    paper.mood.silent = true;
    const shop = await openShop({ answers: false });
    shop.queue.due(due(1));
    await reaches(shop, 1, 'sent');
    expect(paper.jobs).toHaveLength(1);
  });

  it('a document without a printer for it says so, and the job of a printer that is gone asks', async () => {
    const shop = await openShop();
    expect(shop.queue.request({ ...ticket(1), document: { kind: 'report', blocks: [] } })).toEqual({
      kind: 'no-printer',
    });
    paper.mood.paper = false;
    await expect.poll(() => shop.states.at(-1)?.problem).toBe('Out of paper');
    shop.queue.due(due(1));
    await shop.settings.save({ removed: ['kitchen'] });
    shop.queue.printersChanged();
    expect(job(shop)).toMatchObject({ state: 'refused', problem: 'This printer was removed' });
  });

  it('so does one that was under way when its printer was removed, once it is known that nothing was sent', async () => {
    const limits = { ...quickly, statusMs: 20_000 };
    const shop = await openShopFor({ printers: [samplePrinter(paper.port)], limits });
    await expect.poll(() => shop.states.length).toBe(1);
    paper.mood.silent = true;
    shop.queue.due(due(1));
    await reaches(shop, 1, 'sending');
    await shop.settings.save({ removed: ['kitchen'] });
    shop.queue.printersChanged();
    const { port } = paper;
    await paper.stop();
    await reaches(shop, 1, 'refused');
    await replacePaper(port);
  });

  it('two tills on a printer that serves one at a time print whole sheets (T9)', async () => {
    paper.mood.atOnce = 1;
    const shop = await openShop();
    const elsewhere = mkdtempSync(path.join(tmpdir(), 'servery-print-'));
    const other = await openShopFor({ printers: [samplePrinter(paper.port)] }, elsewhere);
    for (let order = 1; order <= 10; order += 1) {
      shop.queue.due(due(order));
      other.queue.due(due(order + 100));
    }
    const states = () => [...shop.ledger.all(), ...other.ledger.all()].map(({ state }) => state);
    await expect.poll(states, { timeout: 20_000 }).toEqual(Array(20).fill('printed'));
    expect(paper.jobs.map((bytes) => readEscPos(bytes).cuts)).toEqual(Array(20).fill(1));
    other.queue.stop();
    rmSync(elsewhere, { recursive: true, force: true });
  });

  it('a printer that has stalled holds nobody up (T14)', async () => {
    paper.mood.deaf = true;
    const shop = await openShop();
    for (let order = 1; order <= 200; order += 1) shop.queue.due(due(order));
    // All of them in this turn, in which no printer can have answered.
    expect(shop.ledger.all()).toHaveLength(200);
    await expect.poll(() => shop.states.at(-1)?.problem).toBe('It does not answer');
    expect(shop.ledger.all()).toHaveLength(200);
  });
});
