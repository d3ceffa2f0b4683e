import { brand } from './brand.ts';

/** The public site's pages beside its home. Each is a file: `/pricing` is `pricing.html`. */
export const sitePageNames = ['pricing', 'support', 'onboard'] as const;

/** The legal documents, each by the name of its address here; they live on another site. */
export const legalDocuments: ReadonlyMap<string, { title: string; address: string }> = new Map([
  ['privacy-policy', { title: 'Privacy policy', address: brand.legal.privacy }],
  ['terms-and-conditions', { title: 'Terms and conditions', address: brand.legal.terms }],
  ['disclaimer', { title: 'Disclaimer', address: brand.legal.disclaimer }],
]);

/** Where the public site has what is asked for at `/name`, on whatever host; null if it has nothing of that name. */
export function siteAddressOf(name: string): string | null {
  const isPage = (sitePageNames as readonly string[]).includes(name);
  return legalDocuments.get(name)?.address ?? (isPage ? `/${name}.html` : null);
}
