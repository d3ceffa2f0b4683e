import { expect } from 'playwright/test';
import { tradingPlatform as test } from '../support/shop/on-platform.ts';
import type { TestPlatform } from '../support/shop/platform.ts';

const guestPage = ({ origin, outletId }: TestPlatform) => `${origin}/o/${outletId}`;

test('a page is sent again only if it changed, lets in no script of others, and is gone where it is switched off', async ({
  platform,
  seller,
}) => {
  const first = await fetch(guestPage(platform));
  const policy = first.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("require-trusted-types-for 'script'");
  const etag = first.headers.get('etag') ?? '';
  expect((await fetch(guestPage(platform), { headers: { 'if-none-match': etag } })).status).toBe(304);
  for (const address of [`${guestPage(platform)}/t/made-up-by-a-prankster`, `${platform.origin}/o/unknown`])
    expect((await fetch(address)).status, address).toBe(404);
  // A menu may be found by anybody; a table's address is for those who sit there.
  const [code] = (
    await seller.call<{ tables: { url: string }[] }>(
      'POST',
      `/sellers/outlets/${platform.outletId}/table-codes`,
      { tables: ['7'] },
    )
  ).tables;
  expect(await first.text()).not.toContain('noindex');
  for (const path of [code?.url ?? '', `/o/${platform.outletId}/pay`])
    expect(await (await fetch(platform.origin + path)).text(), path).toContain('noindex');
  const outlet = `/sellers/outlets/${platform.outletId}`;
  const { name } = await seller.call<{ name: string }>('GET', outlet);
  await seller.call('PATCH', outlet, { name, guestPage: false });
  expect((await fetch(guestPage(platform))).status).toBe(404);
  await seller.call('PATCH', outlet, { name, guestPage: true });
  expect((await fetch(guestPage(platform))).status).toBe(200);
});
