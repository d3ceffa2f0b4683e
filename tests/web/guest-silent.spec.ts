import { expect } from 'playwright/test';
import { ownTradingPlatform as test } from '../support/shop/on-platform.ts';

test('an order’s page on a line that went silent says so, and has what changed meanwhile once it is back', async ({
  page,
  platform,
  seller,
  line,
}) => {
  // The page asks after a silence of 25 s, which is not waited for here.
  await page.clock.install();
  const pass = () => page.clock.fastForward(25_000);
  await seller.listen();
  const origin = `http://127.0.0.1:${line.port}`;
  await page.goto(`${origin}/o/${platform.outletId}`);
  await page.getByRole('button', { name: 'Add Americano' }).click();
  await page.goto(`${origin}/o/${platform.outletId}/pay`);
  await page.getByLabel('Your name').fill('Priya Raman');
  await page.getByLabel('Your table’s number').fill('7');
  await page.getByRole('button', { name: /^Pay £/ }).click();
  await expect(page.getByText('Sent. Waiting for the staff to accept it.')).toBeVisible();
  const next = async () => {
    const [order] = await seller.call<{ id: string }[]>(
      'GET',
      `/sellers/outlets/${platform.outletId}/orders`,
    );
    await seller.call('POST', `/sellers/outlets/${platform.outletId}/progress-order/${order?.id}`);
  };
  const gone = page.getByText('The connection is gone');
  const isAt = (step: string, timeout: number) =>
    expect(page.getByRole('listitem').filter({ hasText: step })).toHaveAttribute('aria-current', 'step', {
      timeout,
    });

  line.be('half-open');
  await next();
  await pass();
  await isAt('Accepted', 20_000);
  // By events again, before it would ask.
  await next();
  await isAt('In the making', 10_000);
  await expect(gone).toBeHidden();

  line.be('silent');
  await next();
  await pass();
  await expect(gone).toBeVisible({ timeout: 40_000 });
  line.be('well');
  await expect(page.getByText('Ready: on its way to you')).toBeVisible({ timeout: 40_000 });
  await expect(gone).toBeHidden();
});
