import { brand } from '#shared/base/brand.ts';

/** The hosts of the product's own links, and of Stripe's page for connecting an account. */
const hosts = new Set([
  ...[...Object.values(brand.legal), ...Object.values(brand.stores)].map((link) => new URL(link).host),
  'connect.stripe.com',
]);
const addresses = new Set<string>(Object.values(brand.emails));

/** Whether the system may open an address: https on a known host, or one of our own mail addresses. */
export function mayOpenOutside(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  // Anything after the address could set copies, a text and even attachments.
  if (url.protocol === 'mailto:') return url.href === `mailto:${url.pathname}` && addresses.has(url.pathname);
  return url.protocol === 'https:' && hosts.has(url.host) && url.username === '' && url.password === '';
}
