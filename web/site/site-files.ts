import { brand } from '#shared/base/brand.ts';
import { legalDocuments } from '#shared/base/site-paths.ts';
import { sitePages } from './pages.tsx';
import { renderRedirect } from './render-page.tsx';

/** The site's files that are no pages, by name. */
export function siteFiles(): Record<string, string> {
  const listed = sitePages.filter(({ listed }) => listed);
  const addresses = listed.map(({ path }) => `<url><loc>${new URL(path, brand.site).href}</loc></url>`);
  return {
    'sitemap.xml': `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.join('')}</urlset>\n`,
    'robots.txt': `User-agent: *\nDisallow: /api/\nDisallow: /admin\nDisallow: /outlets\nSitemap: ${brand.site}/sitemap.xml\n`,
    'manifest.webmanifest': JSON.stringify(manifest),
    ...Object.fromEntries(
      [...legalDocuments].map(([name, { title, address }]) => [
        `${name}.html`,
        renderRedirect(title, address),
      ]),
    ),
  };
}

/** The manifest of the installed app; `npm run picture` makes the icons. */
const manifest = {
  id: '/business',
  name: brand.name,
  short_name: brand.name,
  description: brand.description,
  start_url: '/business',
  scope: '/',
  display: 'standalone',
  lang: 'en-GB',
  categories: ['business', 'food'],
  background_color: '#faf7f2',
  theme_color: '#0b6e4f',
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/mark.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
};
