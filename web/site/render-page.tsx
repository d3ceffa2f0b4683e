import { renderToStaticMarkup } from 'react-dom/server';
import { brand } from '#shared/base/brand.ts';
import type { Assets } from './assets.ts';
import type { SitePage } from './pages.tsx';
import { SiteFrame } from './site-frame.tsx';

/** The whole HTML document of a public page. */
export function renderPage(page: SitePage, assets: Assets): string {
  const { path, title, description, listed, scripts } = page;
  const address = new URL(path, brand.site).href;
  const picture = new URL('/share.jpg', brand.site).href;
  const head = [
    ...(scripts?.head ? [`<script>${scripts.head}</script>`] : []),
    tag('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    `<title>${escaped(title)}</title>`,
    tag('link', { rel: 'stylesheet', href: assets.style }),
    ...(assets.font
      ? [tag('link', { rel: 'preload', as: 'font', type: 'font/woff2', href: assets.font, crossorigin: '' })]
      : []),
    tag('meta', { name: 'description', content: description }),
    ...(listed
      ? [tag('link', { rel: 'canonical', href: address })]
      : [tag('meta', { name: 'robots', content: 'noindex' })]),
    tag('meta', { name: 'color-scheme', content: 'light dark' }),
    tag('meta', { name: 'theme-color', content: '#faf7f2', media: '(prefers-color-scheme: light)' }),
    tag('meta', { name: 'theme-color', content: '#0f1419', media: '(prefers-color-scheme: dark)' }),
    tag('link', { rel: 'icon', href: '/mark.svg', type: 'image/svg+xml' }),
    tag('link', { rel: 'apple-touch-icon', href: '/icons/touch-180.png' }),
    tag('link', { rel: 'manifest', href: '/manifest.webmanifest' }),
    ...Object.entries({
      'og:type': 'website',
      'og:site_name': brand.name,
      'og:locale': 'en_GB',
      'og:title': title,
      'og:description': description,
      'og:url': address,
      'og:image': picture,
      'og:image:alt': `${brand.name}: the live board of an outlet`,
      'og:image:width': '1200',
      'og:image:height': '630',
    }).map(([property, content]) => tag('meta', { property, content })),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
    // Inside a script only `<` could end it.
    `<script type="application/ld+json">${JSON.stringify(structuredData(page)).replaceAll('<', '\\u003c')}</script>`,
  ];
  const body = renderToStaticMarkup(<SiteFrame path={path}>{page.body(assets)}</SiteFrame>);
  const end = scripts?.end ? `<script>${scripts.end}</script>` : '';
  return `<!doctype html>\n<html lang="en-GB"><head><meta charset="utf-8">${head.join('')}</head><body class="site">${body}${end}</body></html>\n`;
}

/** A page that only redirects, for hosts that cannot. */
export function renderRedirect(title: string, to: string): string {
  return `<!doctype html>\n<html lang="en-GB"><head><meta charset="utf-8"><title>${escaped(title)}</title>${tag('meta', { 'http-equiv': 'refresh', content: `0; url=${to}` })}${tag('meta', { name: 'robots', content: 'noindex' })}</head><body><a href="${escaped(to)}">${escaped(title)}</a></body></html>\n`;
}

/** Structured data about the company and the product for search engines (schema.org). */
function structuredData({ path, title, description }: SitePage): object {
  const organisation = {
    '@type': 'Organization',
    '@id': `${brand.site}/#organisation`,
    name: brand.company,
    url: brand.site,
    logo: `${brand.site}/icons/icon-512.png`,
    contactPoint: [
      { '@type': 'ContactPoint', contactType: 'technical support', email: brand.emails.support },
      { '@type': 'ContactPoint', contactType: 'sales', email: brand.emails.sales },
    ],
  };
  const product = {
    '@type': 'SoftwareApplication',
    name: brand.name,
    description: brand.description,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Windows, macOS, Linux, Web',
    publisher: { '@id': organisation['@id'] },
  };
  const page = { '@type': 'WebPage', name: title, description, url: new URL(path, brand.site).href };
  return {
    '@context': 'https://schema.org',
    '@graph': path === '/' ? [organisation, product, page] : [organisation, page],
  };
}

function tag(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${written.join('')}>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
