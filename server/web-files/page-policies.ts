import { createHash } from 'node:crypto';
import { API_ORIGIN_META } from '#shared/base/api-origin.ts';
import { permissionsPolicy } from '../http/security-headers.ts';

/** Other origins that pages may reach: to show images and to upload them. */
export type OtherOrigins = { upload: string[]; show: string[] };

/**
 * The origins that a page needs which was built for an API on another origin: calls, the socket, and its
 * images.
 */
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

/** No text becomes markup or a script, but the addresses of our own workers (`own-script.ts`). */
const trustedTypes = (policy: 'own-scripts' | 'guest-worker' | "'none'") => [
  "require-trusted-types-for 'script'",
  `trusted-types ${policy}`,
];

/** A worker's fetches are governed by its own policy: the shell that it caches, and the API. */
export const workerPolicy = ({ upload }: OtherOrigins): string =>
  [...ofEveryPage, ["connect-src 'self'", ...upload].join(' ')].join('; ');

/** A guest's worker only shows what it is sent: it may load nothing. */
export const guestWorkerPolicy = [...ofEveryPage, ...trustedTypes("'none'")].join('; ');

/** The app loads only its own files. Styles that are made at run time carry the page's nonce. */
export function appPolicy(nonce: string, { upload, show }: OtherOrigins): string {
  return [
    ...ofEveryPage,
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Scripts may set positions and sizes as style attributes, but no stylesheet.
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...show].join(' '),
    ["connect-src 'self'", ...upload].join(' '),
    ...trustedTypes('own-scripts'),
  ].join('; ');
}

/** A public page loads only its own files, and runs only the inline scripts that it was built with. */
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
    ...trustedTypes("'none'"),
  ].join('; ');
}

/** What a page for guests needs besides its own files. */
export type GuestNeeds = {
  /** Who takes the cards on this page; left out if it takes none. */
  payments?: { provider: string } | undefined;
  /** Whether it may start the worker that shows notifications. */
  startsWorker?: boolean | undefined;
};

/** The script of Stripe's and what it loads. Source: https://docs.stripe.com/security/guide#content-security-policy */
const stripeScripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];

const takesStripe = ({ payments }: GuestNeeds) => payments?.provider === 'stripe';

/** What a guest's page may do, as headers. Where a card is given to Stripe, its script may ask for the phone's wallet. */
export const guestHeaders = (needs: GuestNeeds, others: OtherOrigins): Record<string, string> => ({
  'content-security-policy': guestPolicy(needs, others),
  ...(takesStripe(needs) && {
    'permissions-policy': permissionsPolicy('(self "https://js.stripe.com")'),
  }),
});

/** A guest's page loads only its own files; where a card is given to Stripe, also Stripe's scripts and frames. */
function guestPolicy(needs: GuestNeeds, { show }: OtherOrigins): string {
  const isStripe = takesStripe(needs);
  return [
    ...ofEveryPage,
    ["script-src 'self'", ...(isStripe ? stripeScripts : [])].join(' '),
    "style-src 'self'",
    ["img-src 'self' data:", ...show].join(' '),
    ["connect-src 'self'", ...(isStripe ? ['https://api.stripe.com'] : [])].join(' '),
    ...(isStripe
      ? // Stripe's script makes its frames in ways that Trusted Types do not know.
        [
          ['frame-src', ...stripeScripts, 'https://hooks.stripe.com'].join(' '),
          "style-src-attr 'unsafe-inline'",
        ]
      : trustedTypes(needs.startsWorker ? 'guest-worker' : "'none'")),
  ].join('; ');
}
