import { expect, type Page } from 'playwright/test';
import { brand } from '#shared/base/brand.ts';
import { looksRight, looksRightEverywhere } from '../support/browser/looks-right.ts';
import type { TestPlatform } from '../support/shop/platform.ts';
import { filePlatform as test } from '../support/shop/on-platform.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const paths = ['/', '/pricing', '/support', '/onboard'];
const fetched = ({ origin }: TestPlatform, path: string, headers: Record<string, string> = {}) =>
  fetch(origin + path, { headers, redirect: 'manual' });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the home says what it is and what it costs', async ({ page, platform }) => {
    await page.goto(platform.origin);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'The food & drink ordering app for social distancing',
    );
    await expect(page.getByRole('main')).toContainText('Servery');
    await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in');
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign Up' })).toHaveAttribute(
      'href',
      '/sign-up',
    );
    const features = page.getByRole('main').locator('section', { has: page.getByRole('article') });
    await expect(features).toHaveCount(5);
    for (const feature of await features.all()) {
      await expect(feature.getByRole('heading', { level: 2 })).toHaveCount(1);
      expect(await feature.getByRole('article').count()).toBeGreaterThan(1);
    }
    await expect(page.getByRole('link', { name: 'Get in touch' })).toHaveAttribute('href', '/onboard');
    const cost = page.getByRole('region', { name: 'What it costs' });
    for (const words of [
      '5p',
      'per transaction',
      'about',
      '1.5% + 20p',
      'by a payments provider',
      'Same day',
    ])
      await expect(cost).toContainText(words);
  });

  test('pricing has every statement of fees, and both orders to the penny', async ({ page, platform }) => {
    await page.goto(`${platform.origin}/pricing`);
    for (const words of [
      'A micro fee of 5p per transaction, excluding card processing.',
      '1.65% + 20p',
      'charged by a payments provider',
      'Same-day payouts',
      'Orders under £8 add a 20p service charge, paid by the customer. Orders over £8 do not.',
      'A cancellation incurs no charge',
      'The card processing fee stays with the business.',
    ])
      await expect(page.getByRole('main')).toContainText(words);
    const example = (name: string) =>
      page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });
    await expect(example('A £15 order')).toContainText('30p fees');
    await expect(example('A £15 order')).toContainText('You get £14.70');
    await expect(example('A £7 order')).toContainText('paid at £7.20, 17p fees');
    await expect(example('A £7 order')).toContainText('You get £6.83');
    await expect(page.getByLabel('What your customer orders')).toBeHidden();
  });

  test('support and early access name their addresses', async ({ page, platform }) => {
    await page.goto(`${platform.origin}/support`);
    await expect(page.getByRole('main')).toContainText('We aim to reply within 24 hours.');
    for (const email of [brand.emails.support, brand.emails.orders])
      await expect(page.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
    await page.goto(`${platform.origin}/onboard`);
    await expect(page.getByRole('main')).toContainText('early access code');
    await expect(page.getByRole('link', { name: brand.emails.sales })).toHaveAttribute(
      'href',
      new RegExp(`^mailto:${brand.emails.sales}`),
    );
    await expect(page.getByRole('button', { name: 'Request early access' })).toBeHidden();
  });

  test('below 960 px the navigation is behind its button', async ({ page, platform }) => {
    await page.goto(platform.origin);
    const home = page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Support' });
    await page.setViewportSize({ width: 960, height: 700 });
    await expect(home).toBeVisible();
    await page.setViewportSize({ width: 959, height: 700 });
    await expect(home).toBeHidden();
    await page.locator('summary', { has: page.locator('svg') }).click();
    await expect(home).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'SIGN UP' })).toHaveAttribute(
      'href',
      '/onboard',
    );
    await home.click();
    await expect(page).toHaveURL(`${platform.origin}/support`);
  });
});

for (const path of [...paths, '/nowhere'])
  test(`${path} is readable at every width from 320 px and in both themes, and axe finds nothing`, async ({
    page,
    platform,
  }) => {
    await page.goto(platform.origin + path);
    await looksRightEverywhere(page, `site ${path === '/' ? 'home' : path}`);
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await looksRight(page, `${path}, ${width} px`);
    }
  });

for (const path of paths)
  test(`${path} asks for no script, one sheet, and under 100 KB without its picture (M12)`, async ({
    page,
    platform,
  }) => {
    const asked: Promise<{ type: string; size: number }>[] = [];
    page.on('requestfinished', (request) => {
      const type = request.resourceType();
      asked.push(request.sizes().then(({ responseBodySize }) => ({ type, size: responseBodySize })));
    });
    await page.goto(platform.origin + path);
    await page.waitForLoadState('networkidle');
    const all = await Promise.all(asked);
    expect(all.filter(({ type }) => type === 'script')).toEqual([]);
    expect(all.filter(({ type }) => type === 'stylesheet')).toHaveLength(1);
    const weight = all.filter(({ type }) => type !== 'image').reduce((sum, { size }) => sum + size, 0);
    expect(weight).toBeGreaterThan(1_000);
    expect(weight).toBeLessThan(100_000);
  });

test('every page has a title, a description and a picture of its own address, and no two are alike', async ({
  page,
  platform,
}) => {
  const seen = new Set<string>();
  for (const path of paths) {
    await page.goto(platform.origin + path);
    const meta = (name: string) =>
      page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');
    const description = (await meta('description')) ?? '';
    expect(description.length).toBeGreaterThan(50);
    expect(description.length).toBeLessThanOrEqual(160);
    seen.add(await page.title()).add(description);
    const address = new URL(path, brand.site).href;
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', address);
    expect(await meta('og:url')).toBe(address);
    const picture = new URL((await meta('og:image')) ?? '');
    expect((await fetched(platform, picture.pathname)).headers.get('content-type')).toBe('image/jpeg');
    const told = JSON.parse(
      (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
    ) as {
      '@graph': { '@type': string }[];
    };
    expect(told['@graph'].map((part) => part['@type'])).toContain('Organization');
  }
  expect(seen.size).toBe(2 * paths.length);
  const sitemap = await (await fetched(platform, '/sitemap.xml')).text();
  expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual(
    paths.map((path) => new URL(path, brand.site).href),
  );
  expect(await (await fetched(platform, '/robots.txt')).text()).toContain(
    `Sitemap: ${brand.site}/sitemap.xml`,
  );
});

test('every link of every page leads somewhere', async ({ page, platform }) => {
  const addresses = new Set<string>();
  for (const path of [...paths, '/nowhere']) {
    await page.goto(platform.origin + path);
    for (const link of await page.locator('a[href], link[href], img[src], source[srcset]').all())
      addresses.add(
        (await link.evaluate((element) =>
          ['href', 'src', 'srcset'].map((name) => element.getAttribute(name)).find(Boolean),
        )) ?? '',
      );
  }
  const ours = [...addresses].filter((address) => address.startsWith('/'));
  expect(ours.length).toBeGreaterThan(10);
  for (const address of ours) expect((await fetched(platform, address)).status, address).toBeLessThan(400);
  const known = [brand.site, ...Object.values(brand.stores), ...Object.values(brand.emails)];
  for (const address of addresses)
    if (!address.startsWith('/') && !address.startsWith('#'))
      expect(
        known.some((one) => address.replace('mailto:', '').startsWith(one)),
        address,
      ).toBe(true);
});

test('the legal documents are elsewhere', async ({ platform }) => {
  const { privacy, terms, disclaimer } = brand.legal;
  for (const [path, to] of Object.entries({
    '/privacy-policy': privacy,
    '/terms-and-conditions': terms,
    '/disclaimer': disclaimer,
  })) {
    const reply = await fetched(platform, path);
    expect([reply.status, reply.headers.get('location')]).toEqual([302, to]);
  }
});

test('the calculator does the server’s sums, once somebody enters it (D23)', async ({ page, platform }) => {
  await page.goto(`${platform.origin}/pricing`);
  const order = page.getByLabel('What your customer orders');
  const amount = (name: string) => page.locator(`[data-value="${name}"]`);
  await expect(amount('youGet')).toHaveText('£14.70');
  await order.fill('7');
  await expect(amount('youGet')).toHaveText('£6.83');
  await expect(amount('customerPays')).toHaveText('£7.20');
  await expect(amount('serviceCharge')).toHaveText('£0.20');
  await order.fill('8.00');
  await expect(amount('serviceCharge')).toHaveText('£0.00');
  await order.fill('a pie');
  await expect(order).toHaveAttribute('aria-invalid', 'true');
  await expect(order).toHaveAccessibleDescription('An amount such as 12.50');
  await expect(amount('customerPays'), 'the last sum stays').toHaveText('£8.00');
});

async function enquire(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: 'Request early access' }).click();
}

test('a business asks to be let in; what is wrong is said beside its field, and nothing is lost (D17)', async ({
  page,
  platform,
}) => {
  await page.goto(`${platform.origin}/onboard`);
  const status = page.getByRole('status');
  await expect(page.getByLabel('Company name'), 'as long as the server takes').toHaveAttribute(
    'maxlength',
    '120',
  );
  await enquire(page, { 'Company name': 'The Hare & Hounds', 'E-mail': 'hare' });
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('Please give a valid e-mail address.');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await expect(status).toHaveText('Some of what was sent is not right.');
  await looksRight(page, 'onboard refused');

  await page.route('**/api/sellers/leads', (route) => route.abort());
  await enquire(page, { 'E-mail': 'landlady@hare.example' });
  await expect(page.getByRole('alert')).toContainText('What you wrote is still here');
  await expect(page.getByLabel('Company name')).toHaveValue('The Hare & Hounds');
  await page.unroute('**/api/sellers/leads');

  await enquire(page, { Message: 'Two pubs and a café' });
  await expect(status).toHaveText('Thank you. We will write to you soon.');
  await expect(page.getByLabel('E-mail')).toHaveValue('');
  await expect(page.getByLabel('E-mail')).not.toHaveAttribute('aria-invalid');
});

test('who is signed in gets the app at /, and nothing of the public page is painted before it (D5)', async ({
  page,
  platform,
}) => {
  await page.goto(`${platform.origin}/sign-in`);
  await page.getByLabel('E-mail').fill(platform.email);
  await page.getByLabel('Password').fill(platform.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Thames Taverns Ltd' })).toBeVisible();
  const painted: string[] = [];
  await page.exposeFunction('tellPainted', (name: string) => painted.push(`${name} at ${page.url()}`));
  await page.addInitScript(() => {
    if (location.pathname === '/')
      new PerformanceObserver((list) => {
        for (const { name } of list.getEntries())
          (globalThis as unknown as { tellPainted(name: string): void }).tellPainted(name);
      }).observe({ type: 'paint', buffered: true });
  });
  await page.goto(platform.origin);
  await expect(page.getByRole('heading', { name: 'Thames Taverns Ltd' })).toBeVisible();
  await expect(page.getByText(brand.tagline)).toBeHidden();
  expect(painted).toEqual([]);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(brand.tagline);
  await expect(page).toHaveURL(`${platform.origin}/`);
  await page.goto(`${platform.origin}/business`);
  await expect(page, 'signed out, /business is the public home, too').toHaveURL(`${platform.origin}/`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(brand.tagline);
});

test('an address that is none is 404, with a page that says so (D44)', async ({ page, platform }) => {
  for (const path of ['/nowhere', '/pricing/nowhere', '/index', '/app', '/404'])
    expect((await fetched(platform, path)).status, path).toBe(404);
  await page.goto(`${platform.origin}/nowhere`);
  await expect(page.getByRole('heading', { name: 'There is no page here.' })).toBeVisible();
  expect((await fetched(platform, '/outlets/any/trading-session')).status).toBe(200);
});
