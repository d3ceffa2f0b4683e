import { brand } from '#shared/base/brand.ts';
import { buttonClass } from '../../renderer/ui/button.tsx';
import type { Assets } from './assets.ts';
import { SiteCall } from './site-call.tsx';

const figures = [
  { figure: '5p', text: 'per transaction: our whole fee' },
  { figure: '1.5% + 20p', text: 'card processing, about, by a payments provider' },
  { figure: 'Same day', text: 'payouts to your own account' },
];

type Feature = { title: string; text: string };

/** What the product does, in five sections. */
const sections: { title: string; features: Feature[] }[] = [
  {
    title: 'Built for the busiest ten minutes of your night',
    features: [
      {
        title: 'Tickets that print once',
        text: 'Kitchen tickets and receipts on the printer you have. A second copy says that it is one.',
      },
      {
        title: 'Bar and kitchen apart',
        text: 'Each sees and prints its own lines, and what the other makes for the same table. An order is ready when both are.',
      },
    ],
  },
  {
    title: 'Guests order from the table',
    features: [
      {
        title: 'Scan, tap, paid',
        text: 'A code on each table opens your menu in the phone’s own browser. No app, no account, and the price shown is the price paid.',
      },
      {
        title: '“Ready 19:42”',
        text: 'Accepting an order promises a time, worked out from your own last orders. Guests hear of a delay before it happens.',
      },
      {
        title: 'Called out without shouting',
        text: 'A television at the bar shows which orders are being made and which to collect, by number and first name.',
      },
    ],
  },
  {
    title: 'A menu that tells the truth',
    features: [
      {
        title: 'Menus in minutes',
        text: 'Drag categories into order, price in pounds, add “pick one” and “optional extra”. Sold out? One tap.',
      },
      {
        title: 'A menu that knows the time',
        text: 'Breakfast ends at eleven and happy hour at seven, by themselves. Last orders 15 minutes later? One press.',
      },
      {
        title: 'Allergens that never guess',
        text: 'Every dish says what it contains, extras included, or that nobody has said yet. It is on the ticket, too.',
      },
    ],
  },
  {
    title: 'The kitchen counts along',
    features: [
      {
        title: 'Three left means three',
        text: 'Count the last portions. The third sells it out, and nobody pays for a fourth.',
      },
      {
        title: 'Eleven burgers, three without cheese',
        text: 'One key adds up what is still to be made over all open orders, by dish and option.',
      },
    ],
  },
  {
    title: 'Open, close, done',
    features: [
      {
        title: 'Open and close in one press',
        text: 'Start trading when you are ready; finish when every order is closed. No opening hours to argue with.',
      },
      {
        title: 'Refunds without fear',
        text: 'All of it or part of it, as often as it takes, never more than was paid.',
      },
    ],
  },
];

/** `/` for people who are signed out: what the product is, what it costs, and what it does. */
export function HomePage({ assets }: { assets: Assets }) {
  return (
    <>
      <section className="hero">
        <p className="hero-name">{brand.name}</p>
        <h1>{brand.tagline}</h1>
        <p className="lead">
          Your customers order and pay from the table. Your till rings until someone answers. You get paid the
          same day.
        </p>
        <p className="site-actions">
          <a className={buttonClass('primary', 'large')} href="/sign-in">
            Sign in
          </a>
          <a className={buttonClass('secondary', 'large')} href="/sign-up">
            Sign Up
          </a>
        </p>
        <BoardPicture assets={assets} />
      </section>
      <section className="figures-band" aria-label="What it costs">
        <dl>
          {figures.map(({ figure, text }) => (
            <div key={figure}>
              <dt>{figure}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      {sections.map(({ title, features }, index) => (
        <section key={title} className="site-section">
          <h2>{title}</h2>
          <div className="features">
            {index === 0 && <NothingUnseen />}
            {features.map((feature) => (
              <article key={feature.title} className="feature">
                <h3>{feature.title}</h3>
                <p>{feature.text}</p>
              </article>
            ))}
          </div>
        </section>
      ))}
      <SiteCall />
    </>
  );
}

/** The product's promise, with an order's card. */
function NothingUnseen() {
  return (
    <article className="feature feature-first">
      <h3>No order goes unseen</h3>
      <p>
        Every order rings on every till of the outlet until it is accepted. If nobody hears it, we tell you,
        and we can prove who saw what and when.
      </p>
      <div className="sample-card" aria-hidden="true">
        <p>
          <strong>#50 · Table 12</strong> <span className="figures">1:18</span>
        </p>
        <p>2 × Ferry burger, 1 × Triple-cooked chips</p>
      </div>
    </article>
  );
}

/** A picture of the demo's live board, made by `npm run picture`; on a phone, of a phone's board. */
function BoardPicture({ assets }: { assets: Assets }) {
  const phone = '(max-width: 599px)';
  const dark = '(prefers-color-scheme: dark)';
  return (
    <picture className="hero-picture">
      <source media={`${phone} and ${dark}`} srcSet={assets.picture('phone-dark')} width="780" height="860" />
      <source media={phone} srcSet={assets.picture('phone-light')} width="780" height="860" />
      <source media={dark} srcSet={assets.picture('laptop-dark')} />
      <img
        src={assets.picture('laptop-light')}
        width="1600"
        height="900"
        fetchPriority="high"
        alt="The live board of The Old Ferry: new orders on the left, those in progress and ready beside them, and one order in full."
      />
    </picture>
  );
}
