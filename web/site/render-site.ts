import type { Assets } from './assets.ts';
import { sitePages } from './pages.tsx';
import { renderPage } from './render-page.tsx';
import { siteFiles } from './site-files.ts';

/** Every file of the public site by its name; needs the addresses of its assets. */
export function renderSite(assets: Assets): Record<string, string> {
  const pages = sitePages.map((page) => [page.file, renderPage(page, assets)]);
  return { ...Object.fromEntries(pages), ...siteFiles() };
}
