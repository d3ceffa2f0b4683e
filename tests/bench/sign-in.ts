import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { chromiumArgs } from '../support/browser/chromium.ts';
import { startPlatform } from '../support/shop/platform.ts';
import { limits, weighScripts } from '../support/browser/script-weight.ts';
import { sellerApi } from '../support/shop/seller-api.ts';
import { median, row, type Row } from './measure.ts';
import { servePages } from './static-pages.ts';

const ROUNDS = 7;
/** Slows this machine's processor down: a till's is slower than a developer's. */
const CPU_SLOWDOWN = 4;
/** Longer than any page here works after its last request. */
const QUIET_MS = 1_500;
/** The part of a task's length that delays nobody, in ms (Web Vitals). */
const SHORT_TASK_MS = 50;

type Watched = { painted: { first: number; largest: number; tasks: number[] } };
type Painted = { first: number; largest: number; blocked: number };

/** Runs before a page's own code: records when it paints, and how long its tasks are. */
function watchPaint() {
  const painted: Watched['painted'] = { first: 0, largest: 0, tasks: [] };
  Object.assign(globalThis, { painted });
  const on = (type: string, noted: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(noted)).observe({ type, buffered: true });
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') painted.first = startTime;
  });
  on('largest-contentful-paint', ({ startTime }) => (painted.largest = startTime));
  on('longtask', ({ duration }) => painted.tasks.push(duration));
}

/** A page's first load, on a slow processor. */
async function paint(browser: Browser, url: string): Promise<Painted> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(watchPaint);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => (globalThis as unknown as Watched).painted.largest > 0);
  await page.waitForTimeout(QUIET_MS);
  const { first, largest, tasks } = await page.evaluate(() => (globalThis as unknown as Watched).painted);
  await context.close();
  const blocked = tasks.reduce((total, duration) => total + Math.max(0, duration - SHORT_TASK_MS), 0);
  return { first, largest, blocked };
}

async function weigh(browser: Browser, url: string) {
  const page = await browser.newPage();
  const weight = weighScripts(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  const weighed = await weight();
  await page.close();
  return weighed;
}

/** The sign-in page as it is after its script has run, without the script. */
async function withoutScript(browser: Browser, url: string): Promise<string> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByLabel('Password').waitFor();
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('script, link[rel="modulepreload"]')) element.remove();
  });
  const html = await page.content();
  await page.close();
  return html;
}

/** The sign-in page against itself without script, and against one made with antd. */
export async function signInRows(executablePath: string): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'servery-sign-in-'));
  await cp('dist/web', folder, { recursive: true });
  await cp('.cache/bench-sign-in', folder, { recursive: true });
  // Its address selects the screen.
  await cp('dist/web/app.sign-in.html', path.join(folder, 'sign-in'));
  const { origin, http } = await servePages(folder);
  const browser = await chromium.launch({ executablePath, args: chromiumArgs });
  const pages = {
    ours: `${origin}/sign-in`,
    bare: `${origin}/bare.html`,
    antd: `${origin}/antd.html`,
  };
  try {
    await writeFile(path.join(folder, 'bare.html'), await withoutScript(browser, pages.ours));
    const samples: Record<keyof typeof pages, Painted[]> = { ours: [], bare: [], antd: [] };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const page of ['ours', 'bare', 'antd'] as const)
        samples[page].push(await paint(browser, pages[page]));
    const of = (page: keyof typeof pages, what: keyof Painted) =>
      median(samples[page].map((sample) => sample[what]));
    const ours = await weigh(browser, pages.ours);
    const antd = await weigh(browser, pages.antd);
    const share = `<= ${limits.signInShareOfAntd}`;
    return [
      row('M10', 'sign-in, script in brotli', ours.bytes / 1e3, antd.bytes / 1e3, 'KB', share),
      row('M10', 'sign-in, scripts of those allowed', ours.count, limits.signInScripts, '', '<= 1'),
      row(
        'M11',
        'sign-in at 4x CPU, first paint over no script',
        of('ours', 'first'),
        of('bare', 'first'),
        'ms',
        '<= 1.3',
      ),
      row(
        'M11',
        'sign-in at 4x CPU, largest paint over antd',
        of('ours', 'largest'),
        of('antd', 'largest'),
        'ms',
        '<= 0.5',
      ),
      row(
        'M11',
        'sign-in at 4x CPU, blocked over antd',
        of('ours', 'blocked'),
        of('antd', 'blocked'),
        'ms',
        '<= 0.4',
      ),
    ];
  } finally {
    await browser.close();
    http.closeAllConnections();
    http.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Everything that a signed-in browser with an empty cache loads until orders can be accepted. */
export async function firstBoardRow(executablePath: string): Promise<Row> {
  const platform = await startPlatform({}, []);
  const browser = await chromium.launch({ executablePath, args: chromiumArgs });
  try {
    await (await sellerApi(platform)).start();
    await platform.placeOrder();
    const warm = await browser.newPage();
    await signIn(warm, platform);
    const cold = await browser.newContext({ storageState: await warm.context().storageState() });
    const board = await cold.newPage();
    const weight = weighScripts(board);
    await board.goto(`${platform.origin}/outlets/${platform.outletId}/trading-session`);
    await board.getByRole('button', { name: 'Accept order 1' }).waitFor();
    await board.waitForLoadState('networkidle');
    const { bytes } = await weight();
    return row(
      'M13',
      'cold to the first board, script in brotli',
      bytes / 1e3,
      limits.board / 1e3,
      'KB',
      '<= 1',
    );
  } finally {
    await browser.close();
    await platform.stop();
  }
}

async function signIn(
  page: Page,
  { origin, email, password }: { origin: string; email: string; password: string },
): Promise<void> {
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/business');
}
