import type { ReactNode } from 'react';
import { brand } from '#shared/base/brand.ts';
import { buttonClass } from '../../renderer/ui/button.tsx';
import { Mark } from '../../renderer/ui/mark.tsx';

const links = [
  { to: '/', label: 'Home' },
  { to: '/support', label: 'Support' },
];

const footer = [
  {
    title: 'Business',
    links: [
      { to: '/pricing', label: 'Pricing' },
      { to: '/onboard', label: 'Sign up' },
    ],
  },
  {
    title: 'Apps',
    links: [
      { to: brand.stores.ios, label: 'iOS' },
      { to: brand.stores.android, label: 'Android' },
    ],
  },
  { title: 'Support', links: [{ to: '/support', label: 'Help' }] },
  {
    title: 'Legals',
    links: [
      { to: '/terms-and-conditions', label: 'Terms' },
      { to: '/privacy-policy', label: 'Privacy' },
    ],
  },
];

/** The frame of every public page: navigation above, footer below. `path` is the page's own. */
export function SiteFrame({ path, children }: { path: string; children: ReactNode }) {
  return (
    <>
      <a className="site-skip" href="#content">
        Skip to the page
      </a>
      <header className="site-head">
        <a className="site-brand" href="/" aria-label={`${brand.name}, home`}>
          <Mark size={36} />
          {brand.name}
        </a>
        <nav className="site-links site-wide" aria-label="Site">
          <Links path={path} />
        </nav>
        <a className={buttonClass('primary')} href="/onboard">
          SIGN UP
        </a>
        <details className="site-menu site-narrow">
          <summary aria-label="Menu">
            <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
              <path d="M4 7h16M4 12h16M4 17h16" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
            </svg>
          </summary>
          <nav className="site-links" aria-label="Site">
            <Links path={path} />
          </nav>
        </details>
      </header>
      <main id="content">{children}</main>
      <footer className="site-foot">
        <div>
          <h2>{brand.name}</h2>
          <p>{brand.companyLine}</p>
        </div>
        {footer.map(({ title, links }) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <a href={to}>{label}</a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </footer>
    </>
  );
}

function Links({ path }: { path: string }) {
  return links.map(({ to, label }) => (
    <a key={to} href={to} aria-current={to === path ? 'page' : undefined}>
      {label}
    </a>
  ));
}
