import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import type { Category } from '#shared/api/catalogs.ts';
import { pence } from '#shared/base/money.ts';
import { seedAccount, seedCatalog, seedPassword } from '../../demo/seed-rows.ts';
import { startServer } from '../../demo/server-process.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { chromiumArgs } from '../support/browser/chromium.ts';
import { limitsOfLoads } from '../support/servers/limits-of-loads.ts';
import { alternate, median, row, type Row } from './measure.ts';

const CATEGORIES = 40;
const ITEMS = 50;
const ROUNDS = 5;
/** The longest that a main thread may be busy without a visible dropped frame (RAIL). */
const LONG_TASK_MS = 50;
const email = 'seller@servery.test';

const largeMenu = (): Category[] =>
  Array.from({ length: CATEGORIES }, (_, c) => ({
    id: `category-${c}`,
    name: `Category ${c}`,
    list: Array.from({ length: ITEMS }, (_, i) => ({
      id: `item-${c}-${i}`,
      name: `Item ${c}-${i}`,
      cost: pence(100 + i),
      note: 'Pickles, brioche, a little salad',
      modifiers: [],
    })),
  }));

/** The catalog editor with 2,000 items, beside the same items fetched and rendered as a bare list. */
export async function editorRows(executablePath: string): Promise<Row[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'servery-bench-'));
  const database = await openDatabase({ databaseUrl: null, dataDir });
  const now = new Date();
  const seller = await seedAccount(database, email, 'Bench', 'verified', now);
  const catalogId = await seedCatalog(database, seller, 'Menu', largeMenu(), now);
  await database.close();
  const server = await startServer({
    dataDir,
    port: 0,
    env: { SERVERY_DEMO: '1', LIMITS: limitsOfLoads, DATABASE_URL: '' },
  });
  const browser = await chromium.launch({ executablePath, args: chromiumArgs });
  try {
    const page = await signedIn(browser, server.origin);
    const opened = await alternate(
      ROUNDS,
      () => openEditor(page, server.origin),
      () => drawBareList(page, server.origin, catalogId),
    );
    const saved = await alternate(
      ROUNDS,
      async () => {
        await openEditor(page, server.origin);
        return saveOnce(page);
      },
      () => saveBare(page, catalogId),
    );
    const longest = await longestTasks(page, server.origin);
    return [
      row(
        'M15',
        'editor of 2,000 items opened, over a bare list',
        median(opened.ours),
        median(opened.floor),
        'ms',
        '<= 5',
      ),
      row('M15', 'editor of 2,000 items opened, over a second', median(opened.ours), 1_000, 'ms', '<= 1'),
      row(
        'M15',
        'one save of 2,000 items, over the bare call',
        median(saved.ours),
        median(saved.floor),
        'ms',
        '<= 3',
      ),
      row('M15', 'one save of 2,000 items, over 300 ms', median(saved.ours), 300, 'ms', '<= 1'),
      row('M15', 'longest task over 50 ms while typing', longest.typing, LONG_TASK_MS, 'ms', '<= 1'),
      row('M15', 'longest task over 50 ms while dragging', longest.dragging, LONG_TASK_MS, 'ms', '<= 1'),
    ];
  } finally {
    await browser.close();
    server.process.kill('SIGTERM');
    await server.ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function signedIn(browser: Browser, origin: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(seedPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Bench' }).waitFor();
  return page;
}

/** In ms, from the press on Edit until the chosen category's last row is painted. */
async function openEditor(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/catalogs`);
  await page.getByRole('link', { name: 'Edit Menu' }).waitFor();
  return page.evaluate(
    (rows) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        new MutationObserver((_changes, observer) => {
          if (document.querySelectorAll('[data-row=item]').length < rows) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        }).observe(document.body, { childList: true, subtree: true });
        document.querySelector<HTMLElement>('[aria-label="Edit Menu"]')?.click();
      }),
    ITEMS,
  );
}

/** In ms: the same catalog from the same server, painted with one `li` for each item. */
async function drawBareList(page: Page, origin: string, catalogId: string): Promise<number> {
  await page.goto(`${origin}/catalogs`);
  await page.getByRole('link', { name: 'Edit Menu' }).waitFor();
  return page.evaluate(async (id) => {
    const began = performance.now();
    const reply = await fetch(`/api/sellers/catalogs/${id}`, {
      headers: { authorization: `Bearer ${localStorage.getItem('accessToken')}` },
    });
    const { categories } = (await reply.json()) as { categories: Category[] };
    const list = document.createElement('ul');
    for (const item of categories.flatMap(({ list: all }) => all)) {
      const entry = document.createElement('li');
      entry.textContent = `${item.name} ${item.cost}`;
      list.append(entry);
    }
    document.body.replaceChildren(list);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - began;
  }, catalogId);
}

let edits = 0;

/** In ms, from the press on Save in the popup until the editor says Saved. */
async function saveOnce(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Edit Item 0-0', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByLabel('Cost')
    .fill(`7.${10 + (edits += 1)}`);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        let wasSaving = false;
        new MutationObserver((_changes, observer) => {
          const mark = document.querySelector('[data-save-mark]')?.textContent?.trim();
          wasSaving ||= mark === 'Saving';
          if (!wasSaving || mark !== 'Saved') return;
          observer.disconnect();
          resolve(performance.now() - began);
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
        document.querySelector<HTMLElement>('dialog [type="submit"]')?.click();
      }),
  );
}

/** In ms: the same call with the same body, alone. */
async function saveBare(page: Page, catalogId: string): Promise<number> {
  return page.evaluate(async (id) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('accessToken')}`,
      'content-type': 'application/json',
    };
    const { name, categories } = (await (await fetch(`/api/sellers/catalogs/${id}`, { headers })).json()) as {
      name: string;
      categories: unknown;
    };
    const began = performance.now();
    const body = JSON.stringify({ name, categories });
    await (await fetch(`/api/sellers/catalogs/${id}`, { method: 'PATCH', headers, body })).json();
    return performance.now() - began;
  }, catalogId);
}

/** In ms; 0 if the browser reported no task over 50 ms. */
async function longestTasks(page: Page, origin: string): Promise<{ typing: number; dragging: number }> {
  await openEditor(page, origin);
  await page.evaluate(() => {
    const seen = { longest: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: 'longtask' });
  });
  const longest = () =>
    page.evaluate(() => {
      const { seen } = globalThis as unknown as { seen: { longest: number } };
      const found = seen.longest;
      seen.longest = 0;
      return found;
    });
  await page.getByRole('button', { name: 'Edit Item 0-0', exact: true }).click();
  await longest();
  await page
    .getByRole('dialog')
    .getByLabel('Note')
    .pressSequentially(' and a long, long note', { delay: 20 });
  const typing = await longest();
  await page.keyboard.press('Escape');

  const handle = page.getByLabel('Move Item 0-1', { exact: true });
  const box = await handle.boundingBox();
  if (!box) throw new Error('The handle cannot be seen');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 400, { steps: 60 });
  await page.mouse.move(x, y, { steps: 60 });
  await page.mouse.up();
  await page.locator('[data-dragging]').waitFor({ state: 'detached' });
  return { typing, dragging: await longest() };
}
