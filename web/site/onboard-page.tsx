import { LONGEST_NAME } from '#shared/api/longest-name.ts';
import { brand } from '#shared/base/brand.ts';
import { buttonClass } from '../../renderer/ui/button.tsx';
import type { Assets } from './assets.ts';

/** `/onboard`: joining is by invitation; has the sales e-mail address and an enquiry form. */
export function OnboardPage({ assets }: { assets: Assets }) {
  const { sales } = brand.emails;
  return (
    <>
      <section className="hero">
        <h1>Request early access</h1>
        <p className="lead">
          We take new outlets on by invitation. E-mail our sales team for an early access code:{' '}
          <a href={`mailto:${sales}?subject=Early%20access`}>{sales}</a>
        </p>
      </section>
      <section className="site-section enquiry-section">
        <form
          className="enquiry"
          data-script={assets.script('enquiry')}
          aria-label="Request early access"
          noValidate
        >
          <h2>Or leave word here</h2>
          <div className="field">
            <label htmlFor="companyName">Company name</label>
            <input
              id="companyName"
              name="companyName"
              autoComplete="organization"
              maxLength={LONGEST_NAME}
              required
            />
          </div>
          <div className="field">
            <label htmlFor="email">E-mail</label>
            <input id="email" name="email" type="email" autoComplete="email" maxLength={254} required />
          </div>
          <div className="field">
            <label htmlFor="message">
              Message <span className="field-hint">(if you like)</span>
            </label>
            <textarea
              id="message"
              name="message"
              rows={4}
              maxLength={2000}
              aria-describedby="message-about"
            />
            <p id="message-about" className="field-hint">
              How many outlets you have, and what you serve
            </p>
          </div>
          <p className="form-status" role="status" />
          <p className="form-failed" role="alert">
            This could not be sent. What you wrote is still here: please try again, or e-mail{' '}
            <a href={`mailto:${sales}`}>{sales}</a>.
          </p>
          <button type="submit" className={buttonClass('primary', 'large')}>
            Request early access
          </button>
        </form>
      </section>
    </>
  );
}
