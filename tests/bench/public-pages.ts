import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import lighthouse from 'lighthouse';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright';
import { chromiumArgs } from '../support/browser/chromium.ts';
import { freePort } from '../support/servers/free-port.ts';
import { guestPath } from '#shared/base/guest-path.ts';
import { startPlatform, type TestPlatform } from '../support/shop/platform.ts';
import { sellerApi } from '../support/shop/seller-api.ts';
import { alternate, median, row, type Row } from './measure.ts';

const PAGES = ['/', '/pricing', '/support', '/onboard'];
const ROUNDS = 15;
/** Lighthouse's own advice: a single run says more about the machine than about the page. */
const JUDGEMENTS = 3;
const SLOWER = 4;
/** How many more requests and bytes a page may need than its static copy. */
const COUNTED = {
  requests: '<= 1',
  bytes: '<= 1.1',
  'style rules': '<= 1',
  layouts: '<= 1.5',
} as const;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/**
 * Each public page against its static copy without any script, and Lighthouse's scores. The counts decide; the times
 * vary with the machine and are shown beside them.
 */
export async function publicPageRows(chromiumPath: string): Promise<Row[]> {
  const platform = await startPlatform({}, []);
  const floor = await startFloor(policiesOf(await fetch(platform.origin)));
  const debugPort = await freePort();
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...chromiumArgs, `--remote-debugging-port=${debugPort}`],
  });
  const rows: Row[] = [];
  try {
    const visits = async (page: string) => {
      await paintsOf(browser, platform.origin + page);
      await paintsOf(browser, floor.origin + page);
      return alternate(
        ROUNDS,
        () => paintsOf(browser, platform.origin + page),
        () => paintsOf(browser, floor.origin + page),
      );
    };
    const scoreRows = async (page: string, name: string) => {
      const scores = await scoresOf(platform.origin + page, debugPort);
      const { performance: best = NaN } = await scoresOf(floor.origin + page, debugPort, ['performance']);
      // A slow machine gives no page a hundred.
      const what = `${name}, Lighthouse performance, against it as a static page`;
      rows.push(row('M12', what, scores['performance'] ?? NaN, best, '', '>= 0.98'));
      for (const [category, score] of Object.entries(scores))
        rows.push(row('M12', `${name}, Lighthouse ${category}`, score, 100, '', '>= 1'));
    };
    for (const page of PAGES) {
      const samples = await visits(page);
      rows.push(...paintRows(page, samples, { first: '', largest: '' }));
      for (const [counted, target] of Object.entries(COUNTED)) {
        // The minimum of the rounds: a page that arrives slowly, in pieces, is laid out more often.
        const least = (some: typeof samples.ours) =>
          Math.min(...some.map(({ counts }) => counts[counted as keyof typeof COUNTED]));
        const what = `${page}, ${counted}, against it as a static page`;
        rows.push(row('M12', what, least(samples.ours), least(samples.floor), '', target));
      }
      const scripts = Math.max(...samples.ours.map((sample) => sample.scripts));
      rows.push(row('M12', `${page}, scripts before interaction`, scripts, 1, '', '<= 0'));
      await scoreRows(page, page);
    }
    const menu = await openMenu(platform);
    floor.add(menu, await (await fetch(platform.origin + menu)).text());
    rows.push(...paintRows('a guest’s menu', await visits(menu), { first: '', largest: '<= 1.1' }));
    await scoreRows(menu, 'a guest’s menu');
    return rows;
  } finally {
    await browser.close();
    floor.stop();
    await platform.stop();
  }
}

/** The headers of a reply that say what its page may do. */
const policiesOf = ({ headers }: Response) =>
  new Headers([...headers].filter(([name]) => /policy|^origin-agent|^x-/.test(name)));

type Visit = Awaited<ReturnType<typeof paintsOf>>;

function paintRows(
  name: string,
  { ours, floor }: { ours: Visit[]; floor: Visit[] },
  targets: Record<'first' | 'largest', string>,
): Row[] {
  return (['first', 'largest'] as const).map((paint) => {
    const middle = (some: Visit[]) => median(some.map((sample) => sample[paint]));
    const what = `${name}, ${paint} paint at ${SLOWER}× CPU, against it as a static page`;
    return row('M12', what, middle(ours), middle(floor), 'ms', targets[paint]);
  });
}

/** The address of an outlet's menu, where guests can order. */
async function openMenu(platform: TestPlatform): Promise<string> {
  const seller = await sellerApi(platform);
  await seller.start();
  await seller.listen();
  return guestPath(platform.outletId);
}

/** One visit on a phone with an empty cache; in ms. */
async function paintsOf(browser: Browser, url: string) {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await session.send('Performance.enable');
    let scripts = 0;
    // A stream that stays open is none of what is waited for.
    await page.route('**/events', (route) => route.abort());
    page.on('request', (request) => (scripts += request.resourceType() === 'script' ? 1 : 0));
    await page.goto(url, { waitUntil: 'networkidle' });
    const paints = await page.evaluate(
      () =>
        new Promise<{ first: number; largest: number }>((resolve) => {
          new PerformanceObserver((list) => {
            const largest = list.getEntries().at(-1)?.startTime ?? Number.NaN;
            const [first] = performance.getEntriesByName('first-contentful-paint');
            resolve({ first: first?.startTime ?? Number.NaN, largest });
          }).observe({ type: 'largest-contentful-paint', buffered: true });
        }),
    );
    return { ...paints, scripts, counts: await countsOf(page, session) };
  } finally {
    await context.close();
  }
}

/** The page's cost in numbers that no other load of the machine changes. */
async function countsOf(page: Page, session: CDPSession): Promise<Record<keyof typeof COUNTED, number>> {
  const { metrics } = await session.send('Performance.getMetrics');
  const counted = await page.evaluate(() => {
    const loaded = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    const rulesOf = (rules: CSSRuleList): number =>
      [...rules].reduce(
        (sum, rule) => sum + (rule instanceof CSSGroupingRule ? rulesOf(rule.cssRules) : 1),
        0,
      );
    return {
      requests: loaded.length,
      bytes: loaded.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0),
      rules: [...document.styleSheets].reduce((sum, sheet) => sum + rulesOf(sheet.cssRules), 0),
    };
  });
  return {
    requests: counted.requests,
    bytes: counted.bytes,
    'style rules': counted.rules,
    layouts: metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.NaN,
  };
}

/** Lighthouse's scores of a page on a phone, from 0 to 100; the median of a few runs. */
async function scoresOf(
  url: string,
  port: number,
  onlyCategories = CATEGORIES,
): Promise<Record<string, number>> {
  const runs: Record<string, number>[] = [];
  for (let run = 0; run < JUDGEMENTS; run += 1) {
    const result = await lighthouse(url, { port, onlyCategories, logLevel: 'error' });
    const { categories = {} } = result?.lhr ?? {};
    runs.push(
      Object.fromEntries(onlyCategories.map((id) => [id, Math.round(100 * (categories[id]?.score ?? 0))])),
    );
  }
  return Object.fromEntries(onlyCategories.map((id) => [id, median(runs.map((scores) => scores[id] ?? 0))]));
}

/**
 * The same pages from memory, without any script: what the words and the stylesheet alone cost. Their policies are the
 * product's: one of them makes a browser start a process.
 */
async function startFloor(policies: Headers): Promise<{
  origin: string;
  /** Has one more page, as it is served elsewhere. */
  add(address: string, page: string): void;
  stop(): void;
}> {
  const folder = path.resolve('dist/web');
  const types: Record<string, string> = {
    '.html': 'text/html; charset=utf-8',
    '.css': 'text/css',
    '.woff2': 'font/woff2',
    '.webp': 'image/webp',
    '.svg': 'image/svg+xml',
  };
  const files = new Map<string, Buffer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || !(path.extname(file) in types)) continue;
    const plain = readFileSync(file);
    const content = file.endsWith('.html') ? withoutScripts(plain.toString()) : plain;
    files.set(`/${path.relative(folder, file)}`.replace(/(?:index)?\.html$/, ''), content);
  }
  const server = createServer(({ url = '' }, reply) => {
    const content = files.get(url);
    if (!content) return void reply.writeHead(404).end();
    reply.setHeaders(policies);
    reply.writeHead(200, { 'content-type': types[path.extname(url) || '.html'] ?? '' }).end(content);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${port}`,
    add: (address, page) => void files.set(address, withoutScripts(page)),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const withoutScripts = (page: string) => Buffer.from(page.replaceAll(/<script.*?<\/script>/gs, ''));
