import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import '../../ui/cards.css';

const cards = [
  { title: 'Outlets', text: 'Open for orders, and see what was sold.', to: '/outlets' },
  { title: 'Catalogs', text: 'What your customers can order, and for how much.', to: '/catalogs' },
  { title: 'Payouts', text: 'Manage your stripe account to receive payments.', to: '/payouts' },
];

export function SellerHome({ companyName }: { companyName: string }) {
  return (
    <div className="page">
      <h1>{companyName}</h1>
      <div className="cards">
        {cards.map(({ title, text, to }) => (
          <section key={title} className="card-panel">
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
