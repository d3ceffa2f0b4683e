import { brand } from '#shared/base/brand.ts';

/** The hosts of the links the product itself has, and Stripe's page for connecting an account. */
const hosts = new Set([
  ...[...Object.values(brand.legal), ...Object.values(brand.stores)].map((link) => new URL(link).host),
  'connect.stripe.com',
]);
const addresses = new Set<string>(Object.values(brand.emails));

/** Whether an address may be handed to the system: https on a known host, or one of our own mail addresses (hazards E15). */
export function mayOpenOutside(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  // A mail program takes copies, a text and even files to attach from what follows the address.
  if (url.protocol === 'mailto:') return url.href === `mailto:${url.pathname}` && addresses.has(url.pathname);
  return url.protocol === 'https:' && hosts.has(url.host) && url.username === '' && url.password === '';
}
