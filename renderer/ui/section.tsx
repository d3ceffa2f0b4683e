import { useId, type ReactNode } from 'react';
import './section.css';

/** A part of a page under its own heading, in a panel. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section className="section" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  );
}
