import { Link } from 'react-router';
import { brand } from '#shared/brand.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import '../../ui/cards.css';
import './home.css';

const thisYear = new Date().getFullYear();

const features = [
  {
    title: 'No order goes unseen',
    text: 'Every order rings on every till of the outlet until it is accepted. If nobody answers in time, the customer is told and is not charged.',
  },
  {
    title: 'Open and close in one press',
    text: 'Start trading when you are ready; finish when every order is closed. No opening hours to argue with.',
  },
  {
    title: 'Menus as you write them',
    text: 'Categories, items, “pick one” and “optional extra”, priced in pounds. What was ordered keeps the price it was ordered at.',
  },
  {
    title: 'Everybody sees the same',
    text: 'Two tills, one kitchen: whoever presses first has accepted it, and the others know at once.',
  },
  {
    title: 'Paid the same day',
    text: 'The money is held when the customer orders and taken when you close the order. Cancel before that and nobody pays anything.',
  },
];

/** Signed out: who we are and the way in; the till shows just that (D5). */
export function PublicHome({ short }: { short: boolean }) {
  return (
    <main className={short ? 'public public-short' : 'public'}>
      <section className="public-hero">
        <p className="public-name">
          <Mark size={48} />
          {brand.name}
        </p>
        <h1>{brand.tagline}</h1>
        <p className="public-actions">
          <Link className={buttonClass('primary', 'large')} to="/sign-in">
            Sign in
          </Link>
          <Link className={buttonClass('secondary', 'large')} to="/sign-up">
            Sign Up
          </Link>
        </p>
        {short && <Link to="/settings">Connection</Link>}
      </section>
      {!short && (
        <>
          <section className="cards public-features" aria-label="What it does">
            {features.map(({ title, text }) => (
              <article key={title} className="card-panel">
                <h2>{title}</h2>
                <p>{text}</p>
              </article>
            ))}
          </section>
          <section className="public-hero">
            <h2>See it behind your own bar</h2>
            <a className={buttonClass('primary', 'large')} href={`mailto:${brand.emails.sales}`}>
              Get in touch
            </a>
          </section>
          <footer className="public-foot">{brand.companyLine(thisYear)}</footer>
        </>
      )}
    </main>
  );
}
