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
  const off = 'This outlet takes no orders here. Please order at the bar.';
  const old = 'The code that you scanned may be an old one.';
  const read = async (address: string) => {
    const reply = await fetch(address);
    const text = await reply.text();
    const says = [off, old].filter((words) => text.includes(words));
    return { status: reply.status, cached: reply.headers.get('cache-control'), says };
  };
  for (const address of [guestPage(platform), platform.origin + (code?.url ?? '')])
    expect(await read(address), address).toEqual({ status: 404, cached: 'no-cache', says: [off] });
  for (const address of [`${guestPage(platform)}/t/made-up-by-a-prankster`, `${platform.origin}/o/unknown`])
    expect(await read(address), address).toEqual({ status: 404, cached: 'no-cache', says: [old] });
  await seller.call('PATCH', outlet, { name, guestPage: true });
  expect((await fetch(guestPage(platform))).status).toBe(200);
});
