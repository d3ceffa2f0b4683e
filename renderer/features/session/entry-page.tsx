import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { brand } from '#shared/base/brand.ts';
import { Mark } from '../../ui/mark.tsx';
import './session.css';

/** A page for people who are signed out: a form under the mark, which leads back to the start. */
export function EntryPage({ children }: { children: ReactNode }) {
  return (
    <main className="entry">
      <Link to="/" className="entry-brand">
        <Mark />
        {brand.name}
      </Link>
      {children}
    </main>
  );
}
