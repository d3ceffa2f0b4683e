import type { ReactNode } from 'react';
import { brand } from '#shared/base/brand.ts';
import type { sitePageNames } from '#shared/base/site-paths.ts';
import type { Assets } from './assets.ts';
import { HomePage } from './home-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { OnboardPage } from './onboard-page.tsx';
import { PricingPage } from './pricing-page.tsx';
import { formScripts, signedInGoHome } from './scripts.ts';
import { SupportPage } from './support-page.tsx';

export type SitePage = {
  /** The name of its built file; `pricing.html` is at `/pricing`. */
  file: string;
  path: `/${(typeof sitePageNames)[number]}` | '/' | '/404';
  title: string;
  description: string;
  /** Whether search engines may list it. */
  listed: boolean;
  /** Scripts in the head, and at the end of the page: before and after there is something to see. */
  scripts?: { head?: string; end?: string };
  body(assets: Assets): ReactNode;
};

/** The public pages; each is built as a file of its own. */
export const sitePages: readonly SitePage[] = [
  {
    file: 'index.html',
    path: '/',
    title: `${brand.name}: ${brand.tagline}`,
    description:
      'Customers order and pay from the table, your till rings until someone answers, and you are paid the same day. 5p per transaction.',
    listed: true,
    scripts: { head: signedInGoHome },
    body: (assets) => <HomePage assets={assets} />,
  },
  {
    file: 'pricing.html',
    path: '/pricing',
    title: `Pricing · ${brand.name}`,
    description:
      'A micro fee of 5p per transaction, excluding card processing of 1.65% + 20p. Same-day payouts. Work out any order to the penny.',
    listed: true,
    scripts: { end: formScripts },
    body: (assets) => <PricingPage assets={assets} />,
  },
  {
    file: 'support.html',
    path: '/support',
    title: `Support · ${brand.name}`,
    description:
      'Technical support within 24 hours, help with an order, and what to do in the middle of service.',
    listed: true,
    body: () => <SupportPage />,
  },
  {
    file: 'onboard.html',
    path: '/onboard',
    title: `Request early access · ${brand.name}`,
    description: `${brand.name} takes new pubs, cafés and restaurants on by invitation. Ask our sales team for an early access code.`,
    listed: true,
    scripts: { end: formScripts },
    body: (assets) => <OnboardPage assets={assets} />,
  },
  {
    file: '404.html',
    path: '/404',
    title: `No such page · ${brand.name}`,
    description: 'There is no page at this address.',
    listed: false,
    body: () => <NotFoundPage />,
  },
];
