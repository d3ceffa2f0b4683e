import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import { openPrintShop, type ShopOptions } from './print-shop.ts';
import { startPrinter, type StandInPrinter } from './printer.ts';

/** Of the test that runs: where its till stores things, and a printer that listens. */
export let folder: string;
export let paper: StandInPrinter;
const shops: PrintShop[] = [];

export type PrintShop = Awaited<ReturnType<typeof openPrintShop>>;

/** Gives each test a folder and a printer, and ends what it opened. */
export function setUpPrinting(): void {
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'servery-print-'));
    paper = await startPrinter();
  });
  afterEach(async () => {
    for (const { queue } of shops.splice(0)) queue.stop();
    await paper.stop();
    await vi.waitFor(() => rmSync(folder, { recursive: true, force: true }));
  });
}

/** A till's printing, which ends with the test. */
export async function openShopFor(options?: ShopOptions, at = folder): Promise<PrintShop> {
  const shop = await openPrintShop(at, options);
  shops.push(shop);
  return shop;
}

/** Another printer of this test listens where its first one did. */
export async function replacePaper(port: number): Promise<void> {
  paper = await startPrinter(port);
}
