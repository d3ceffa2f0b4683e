import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { expect, test, type Page } from 'playwright/test';
import { startPlatform } from '../support/shop/platform.ts';
import { signIn } from '../support/shop/shift.ts';

test.use({ serviceWorkers: 'allow' });

/** What the worker has cached, as paths. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(
      names.map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
      ),
    );
    return all.flat();
  });
const working = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });

test('the installed app opens while the server is away, and has kept its shell and no word of the API', async ({
  page,
}) => {
  const platform = await startPlatform();
  try {
    await page.goto(`${platform.origin}/sign-in`);
    await working(page);
    await page.goto(platform.origin);
    await signIn(page, platform);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Thames Taverns Ltd' })).toBeVisible();
    await page.getByRole('link', { name: 'Outlets', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'The Old Ferry' })).toBeVisible();
    const paths = await kept(page);
    expect(paths).toContain('/business');
    expect(
      paths.filter((path) => path !== '/business' && !/^\/assets\/.*\.(?:js|css|woff2)$/.test(path)),
    ).toEqual([]);

    await platform.end('SIGTERM');
    await page.goto(`${platform.origin}/business`);
    await expect(page.getByRole('heading', { name: 'Thames Taverns Ltd' })).toBeVisible();
  } finally {
    await platform.stop();
  }
});

test('a full disk keeps nobody from the app', async ({ page, context }) => {
  const platform = await startPlatform();
  try {
    await page.goto(`${platform.origin}/sign-in`);
    await working(page);
    const [worker] = context.serviceWorkers();
    await worker?.evaluate(() => {
      Cache.prototype.put = () => Promise.reject(new DOMException('It is full.', 'QuotaExceededError'));
    });
    // As if a new version had come, of which nothing could be kept.
    await page.evaluate(async () => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys())
          if (request.url.includes('/assets/')) await cache.delete(request);
      }
    });
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
    expect((await kept(page)).filter((path) => path.startsWith('/assets/'))).toEqual([]);
  } finally {
    await platform.stop();
  }
});

test('a new version is there on the next visit, and nothing of the old one is left', async ({ page }) => {
  const worker = await readFile('dist/web/service-worker.js', 'utf8');
  let version = 'first';
  let isAway = false;
  const server = createServer(({ url = '' }, reply) => {
    if (url === '/service-worker.js')
      reply
        .setHeader('content-type', 'text/javascript')
        .setHeader('cache-control', 'no-cache')
        .end(worker.replace(/\b[0-9a-f]{12}\b/, version));
    else if (url.startsWith('/assets/')) reply.setHeader('content-type', 'text/javascript').end('');
    else if (isAway) reply.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    else reply.setHeader('content-type', 'text/html').end(`<h1>The ${version} version</h1>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const caches = () => page.evaluate(() => globalThis.caches.keys());
  try {
    await page.goto(`${origin}/business`);
    await page.evaluate(() => navigator.serviceWorker.register('/service-worker.js'));
    await working(page);
    expect(await caches()).toEqual(['shell-first']);
    version = 'second';
    await page.goto(`${origin}/outlets/any`);
    await expect(page.getByRole('heading')).toHaveText('The second version');
    await expect.poll(caches).toEqual(['shell-second']);

    isAway = true;
    await page.goto(`${origin}/business`);
    await expect(page.getByRole('heading'), 'behind a proxy, too').toHaveText('The second version');

    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    await page.goto(`${origin}/business`);
    await expect(page.getByRole('heading'), 'and away from the server, too').toHaveText('The second version');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('it can be installed: a manifest, and icons that are as large as it says', async ({ page }) => {
  const platform = await startPlatform();
  try {
    await page.goto(`${platform.origin}/sign-in`);
    const address = await page.locator('link[rel=manifest]').getAttribute('href');
    const manifest = (await (await fetch(platform.origin + address)).json()) as {
      start_url: string;
      display: string;
      icons: { src: string; sizes: string; type: string; purpose?: string }[];
    };
    expect([manifest.start_url, manifest.display]).toEqual(['/business', 'standalone']);
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
    for (const { src, sizes } of manifest.icons) {
      const size = await page.evaluate(async (src) => {
        const icon = new Image();
        icon.src = src;
        await icon.decode();
        return `${icon.naturalWidth}x${icon.naturalHeight}`;
      }, src);
      if (sizes !== 'any') expect(size, src).toBe(sizes);
    }
  } finally {
    await platform.stop();
  }
});
