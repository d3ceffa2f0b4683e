import { buttonClass } from '../../renderer/ui/button.tsx';

/** Shown for every unknown address. */
export function NotFoundPage() {
  return (
    <section className="hero">
      <h1>There is no page here.</h1>
      <p className="lead">The address may be mistyped, or the page has moved.</p>
      <p className="site-actions">
        <a className={buttonClass('primary', 'large')} href="/">
          Go to the start
        </a>
      </p>
    </section>
  );
}
