import { formatPence, pence, type Pence } from '#shared/base/money.ts';
import { rates } from '#shared/base/fees.ts';
import type { Assets } from './assets.ts';
import { SiteCall } from './site-call.tsx';
import { takingsOf } from './takings.ts';

const cardFee = `${rates.cardFeeBasisPoints / 100}% + ${rates.cardFeeFixed}p`;
const threshold = formatPence(rates.serviceChargeBelow).replace('.00', '');

/** The calculator's initial amount. */
const FIRST_ORDER = pence(1500);

/** `/pricing`: all fees, two worked examples, and a calculator that uses the product's own sums. */
export function PricingPage({ assets }: { assets: Assets }) {
  return (
    <>
      <section className="hero">
        <h1>Our fee is {rates.platformFee}p an order</h1>
        <p className="lead">
          We take a micro fee of {rates.platformFee}p per transaction. Here is the rest, to the penny.
        </p>
      </section>
      <section className="site-section">
        <h2>What you pay, and to whom</h2>
        <div className="features">
          <article className="feature">
            <h3>{rates.platformFee}p to us</h3>
            <p>A micro fee of {rates.platformFee}p per transaction, excluding card processing.</p>
          </article>
          <article className="feature">
            <h3>{cardFee} for the card</h3>
            <p>Card processing, charged by a payments provider.</p>
          </article>
          <article className="feature">
            <h3>Small orders pay their way</h3>
            <p>
              Orders under {threshold} add a {rates.serviceCharge}p service charge, paid by the customer.
              Orders over {threshold} do not.
            </p>
          </article>
          <article className="feature">
            <h3>Same-day payouts</h3>
            <p>Your takings go to your own account the same day.</p>
          </article>
          <article className="feature">
            <h3>Cancel for nothing</h3>
            <p>A cancellation incurs no charge: the money held on the card is let go.</p>
          </article>
          <article className="feature">
            <h3>Refunds</h3>
            <p>Refund all or part of an order. The card processing fee stays with the business.</p>
          </article>
        </div>
      </section>
      <section className="site-section">
        <h2>Two orders, to the penny</h2>
        <div className="examples">
          <Example title="A £15 order" items={pence(1500)} />
          <Example title="A £7 order" items={pence(700)} />
        </div>
      </section>
      <section className="site-section calculator-section">
        <h2>Try your own</h2>
        <form className="calculator" data-script={assets.script('calculator')} noValidate>
          <div className="field">
            <label htmlFor="order-value">What your customer orders, in pounds</label>
            <input
              id="order-value"
              name="order"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={formatPence(FIRST_ORDER).slice(1)}
              aria-describedby="order-value-about"
            />
            <p id="order-value-about" className="field-hint">
              Before any tip
            </p>
          </div>
          <Sum items={FIRST_ORDER} />
        </form>
      </section>
      <SiteCall />
    </>
  );
}

function Example({ title, items }: { title: string; items: Pence }) {
  const { customerPays, fees, youGet } = takingsOf(items);
  const charged = customerPays > items ? `paid at ${formatPence(customerPays)}, ` : '';
  return (
    <article className="feature">
      <h3>{title}</h3>
      <p>
        {charged}
        {fees}p fees
      </p>
      <p className="example-net figures">You get {formatPence(youGet)}</p>
    </article>
  );
}

/** The lines of an order's sum; the calculator updates the amounts by these names. */
const sumLines = [
  { name: 'customerPays', label: 'Your customer pays' },
  { name: 'serviceCharge', label: 'of which service charge' },
  { name: 'platformFee', label: 'Our fee' },
  { name: 'cardFee', label: 'Card processing' },
  { name: 'youGet', label: 'You get' },
] as const;

function Sum({ items }: { items: Pence }) {
  const sum = takingsOf(items);
  return (
    <dl className="sum figures" aria-live="polite">
      {sumLines.map(({ name, label }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd data-value={name}>{formatPence(sum[name])}</dd>
        </div>
      ))}
    </dl>
  );
}
