import { chromium, type Page } from 'playwright';
import { ferryMenu } from '../../demo/menu.ts';
import { chromiumArgs } from '../support/browser/chromium.ts';
import { openProduct } from './board-product.ts';
import { quantile, row, type Row } from './measure.ts';

const ORDERS = 300;
const ITEMS = 300;
const ROUNDS = 40;
/** The first rounds run code that is not compiled yet, and load the menu. */
const WARM_UP = 5;
/** An item, a customer, a number with its mark, a screen, an option, and what is nowhere. */
const SOUGHT = ['burger 7', 'grace', '#217', 'payouts', 'oat', 'xylophone'];
/** A person takes it for immediate, with as much again for the key and the screen (RAIL). */
const GOAL_MS = 50;

/** The demo's items again and again, up to the number. */
function largeMenu() {
  const menu = ferryMenu();
  const items = menu.reduce((sum, { list }) => sum + list.length, 0);
  return menu.map((category, at) => {
    const before = menu.slice(0, at).reduce((sum, { list }) => sum + list.length, 0);
    const end = before + category.list.length;
    const share = Math.round((end * ITEMS) / items) - Math.round((before * ITEMS) / items);
    const list = Array.from({ length: share }, (_, nth) => {
      const item = category.list[nth % category.list.length]!;
      return { ...item, id: `${item.id}-${nth}`, name: `${item.name} ${nth}` };
    });
    return { ...category, list };
  });
}

/** Runs before the page's own code: records how long after a press its result is painted. */
function watchPalette() {
  let pressedAt = 0;
  let isDue = false;
  addEventListener(
    'keydown',
    ({ timeStamp, key }) => {
      if (key === 'Control' || key === 'Escape') return;
      pressedAt = timeStamp;
      Object.assign(globalThis, { shown: null });
    },
    true,
  );
  new MutationObserver(() => {
    const field = document.querySelector('dialog[open] [role="combobox"]');
    if (!field || isDue) return;
    isDue = true;
    // The frame after the next one's callbacks: by then the pixels are on their way.
    requestAnimationFrame(() => {
      // What changes from now on is in a later frame.
      isDue = false;
      const { port1, port2 } = new MessageChannel();
      // React writes the attribute in the commit that shows what was found.
      const shown = { search: field.getAttribute('value') };
      port1.addEventListener('message', () => {
        Object.assign(globalThis, { shown: { ...shown, ms: performance.now() - pressedAt } });
      });
      port1.start();
      port2.postMessage(null);
    });
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['value'] });
}

type Shown = { search: string; ms: number } | null;

/** Presses a key, and returns in ms when the result for what is then typed was painted. */
async function pressed(page: Page, key: string, search: string): Promise<number> {
  await page.keyboard.press(key);
  const handle = await page.waitForFunction((typed) => {
    const { shown } = globalThis as unknown as { shown: Shown };
    return shown?.search === typed ? shown : null;
  }, search);
  return (await handle.jsonValue())?.ms ?? Number.NaN;
}

/** The palette over a full board, in a real browser: from the press on a key to the frame that shows what is found. */
export async function paletteRows(executablePath: string): Promise<Row[]> {
  const product = await openProduct(ORDERS, { menu: largeMenu() });
  const browser = await chromium.launch({ executablePath, args: chromiumArgs });
  try {
    const page = await product.signedIn(browser, watchPalette);
    const opened: number[] = [];
    const letters: number[] = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      const isCounted = round >= WARM_UP;
      const open = await pressed(page, 'Control+k', '');
      if (isCounted) opened.push(open);
      let typed = '';
      for (const letter of SOUGHT[round % SOUGHT.length] ?? '') {
        typed += letter;
        const shown = await pressed(page, letter === ' ' ? 'Space' : letter, typed);
        if (isCounted) letters.push(shown);
      }
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Find' }).waitFor({ state: 'detached' });
    }
    const over = (what: string, times: number[]) =>
      row('M20', `palette: press to paint, p95, ${what}`, quantile(times, 0.95), GOAL_MS, 'ms', '<= 1');
    return [over('Ctrl K', opened), over('a letter', letters)];
  } finally {
    await browser.close();
    await product.close();
  }
}
