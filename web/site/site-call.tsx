import { buttonClass } from '../../renderer/ui/button.tsx';

/** The end of a public page: the way to an account. */
export function SiteCall() {
  return (
    <section className="site-section site-call">
      <h2>See it behind your own bar</h2>
      <a className={buttonClass('primary', 'large')} href="/onboard">
        Get in touch
      </a>
    </section>
  );
}
