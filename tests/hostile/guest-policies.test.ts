import { beforeAll, expect, it } from 'vitest';
import type { Trading } from '../../server/testing/server.ts';
import { temporaryFolders } from '../support/servers/temporary-folders.ts';
import { drawnPages } from '../support/shop/drawn-pages.ts';
import { setUpCardShop, shop } from '../support/shop/set-up-cards.ts';
import { server } from '../support/shop/set-up.ts';

const newFolder = temporaryFolders('guest-policies');
setUpCardShop({ webFolder: drawnPages(newFolder()) });
/** Its seller has no account at Stripe. */
let without: Trading;
beforeAll(async () => {
  without = await server.trading();
});

const headersOf = async (address: string) => (await server.app.server.inject({ url: address })).headers;

async function policyOf(address: string): Promise<Map<string, string>> {
  const headers = await headersOf(address);
  const directives = String(headers['content-security-policy']).split('; ');
  return new Map(
    directives.map((directive) => [directive.split(' ')[0] ?? '', directive.replace(/^\S+ ?/, '')]),
  );
}

const strict = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
};

it.each([
  ['a menu', () => `/o/${shop.outletId}`],
  ['a pick-up screen', () => `/o/${shop.outletId}/screen`],
  ['the pay step of a seller who takes no cards', () => `/o/${without.outletId}/pay`],
  ['the pay step of a table that nobody signed', () => `/o/${shop.outletId}/t/made-up/pay`],
  ['nothing', () => '/o/nothing/pay'],
])('the page of %s runs and reaches only what is its own', async (_, address) => {
  const policy = await policyOf(address());
  expect(Object.fromEntries(policy)).toMatchObject(strict);
  expect([...policy].join(' ')).not.toMatch(/stripe|unsafe|https?:|\*/);
  const { 'permissions-policy': permissions } = await headersOf(address());
  expect(permissions).toContain('payment=()');
});

it('the page of an order may start the worker that shows its notifications, and nothing else', async () => {
  const policy = await policyOf(`/o/${shop.outletId}/orders/x`);
  expect(Object.fromEntries(policy)).toMatchObject({ ...strict, 'trusted-types': 'guest-worker' });
  expect([...policy].join(' ')).not.toMatch(/stripe|unsafe|https?:|\*/);
});

it('the pay step reaches Stripe and nobody else, and runs no inline script', async () => {
  const policy = await policyOf(`/o/${shop.outletId}/pay`);
  expect(Object.fromEntries(policy)).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self' https://js.stripe.com https://*.js.stripe.com",
    'style-src': "'self'",
    'connect-src': "'self' https://api.stripe.com",
    'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  });
  // Without it a phone's own wallet is never offered.
  const { 'permissions-policy': permissions = '' } = await headersOf(`/o/${shop.outletId}/pay`);
  expect(permissions).toContain('payment=(self "https://js.stripe.com")');
  expect(permissions).toContain('camera=()');
});
