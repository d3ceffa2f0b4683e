import { BookOpen, Landmark, Store } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import '../../ui/cards.css';

const cards = [
  { title: 'Outlets', text: 'Open for orders, and see what was sold.', to: '/outlets', Icon: Store },
  {
    title: 'Catalogs',
    text: 'What your customers can order, and for how much.',
    to: '/catalogs',
    Icon: BookOpen,
  },
  {
    title: 'Payouts',
    text: 'Manage your stripe account to receive payments.',
    to: '/payouts',
    Icon: Landmark,
  },
];

export function SellerHome({ companyName }: { companyName: string }) {
  return (
    <div className="page">
      <h1>{companyName}</h1>
      <div className="cards">
        {cards.map(({ title, text, to, Icon }) => (
          <section key={title} className="card-panel">
            <span className="card-icon">
              <Icon aria-hidden="true" />
            </span>
            <h2>{title}</h2>
            <p>{text}</p>
            <Link className={buttonClass('primary')} to={to} aria-label={`Manage ${title.toLowerCase()}`}>
              Manage
            </Link>
          </section>
        ))}
      </div>
    </div>
  );
}
