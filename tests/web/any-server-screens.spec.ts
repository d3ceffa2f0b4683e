import { expect, test } from 'playwright/test';
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
