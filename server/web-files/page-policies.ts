import { createHash } from 'node:crypto';
import { API_ORIGIN_META } from '#shared/base/api-origin.ts';

/** Other origins that pages may ask: for images, and to send them to. */
export type OtherOrigins = { upload: string[]; show: string[] };

/** What a page that was built for another origin's API may ask of it: calls, the socket, and its images. */
export function apiElsewhere(appPage: string): OtherOrigins {
  const named = new RegExp(`<meta name="${API_ORIGIN_META}" content="([^"]*)">`).exec(appPage)?.[1];
  if (named === undefined || !URL.canParse(named)) return { upload: [], show: [] };
  const { origin } = new URL(named);
  return { upload: [origin, origin.replace(/^http/, 'ws')], show: [origin] };
}

const ofEveryPage = [
  "default-src 'none'",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
];

/** A worker's own policy is what counts for what it fetches: the shell it keeps. */
export const workerPolicy = [...ofEveryPage, "connect-src 'self'"].join('; ');

/** What the app may load: itself. Styles made at run time need the page's own nonce. */
export function appPolicy(nonce: string, { upload, show }: OtherOrigins): string {
  return [
    ...ofEveryPage,
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Positions and sizes set by scripts as style attributes; never a sheet.
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...show].join(' '),
    ["connect-src 'self'", ...upload].join(' '),
  ].join('; ');
}

/** What a public page may load: itself, and of scripts in the page those that it was built with. */
export function sitePolicy(page: string, { upload }: OtherOrigins): string {
  const hashes = [...page.matchAll(/<script>(?<script>.*?)<\/script>/gs)].map(
    ({ groups }) =>
      `'sha256-${createHash('sha256')
        .update(groups?.['script'] ?? '')
        .digest('base64')}'`,
  );
  return [
    ...ofEveryPage,
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self'",
    "img-src 'self'",
    ["connect-src 'self'", ...upload].join(' '),
  ].join('; ');
}
