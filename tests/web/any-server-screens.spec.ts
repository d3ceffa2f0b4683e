import { expect, test } from 'playwright/test';
import { brand } from '#shared/base/brand.ts';
import { dialects } from '../support/stand-in/dialects.ts';
import { adminScreens, sellerScreens, visit, wordsOf } from '../support/stand-in/screens.ts';
import { signInAt } from '../support/stand-in/sign-in.ts';
import { startStandIn } from '../support/stand-in/stand-in-server.ts';

for (const [name, dialect] of Object.entries(dialects))
  test(`every screen at a server of ${name} (D2, D75)`, async ({ page }) => {
    const server = await startStandIn(dialect);
    const words = wordsOf(dialect);
    try {
      server.place();
      server.place();
      await signInAt(page, server, 'seller@example.com', 'Another Company Ltd');
      for (const screen of sellerScreens(words)) await visit(page, screen);

      await signInAt(page, server, 'applicant@example.com', 'Account Status');
      await expect(page.getByText(words.waiting)).toBeVisible();

      await signInAt(page, server, 'admin@example.com', 'Admin');
      for (const screen of adminScreens(words)) await visit(page, screen);
    } finally {
      await server.stop();
    }
  });

test('the public site’s addresses, at a host that serves the app for every path but files’ (D44)', async ({
  page,
}) => {
  const server = await startStandIn();
  try {
    await page.goto(`${server.origin}/index.html`);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
    await expect(page).toHaveURL(`${server.origin}/pricing.html`);
    await expect(page.getByRole('main')).toContainText('A micro fee of 5p per transaction');
    await page.route(`${brand.legal.privacy}**`, (route) => route.fulfill({ body: 'The policy' }));
    await page.goto(`${server.origin}/privacy-policy`);
    await expect(page).toHaveURL(brand.legal.privacy);
    await page.goto(`${server.origin}/nowhere`);
    await expect(page.getByText('There is no page here.')).toBeVisible();
  } finally {
    await server.stop();
  }
});
