import { Link } from 'react-router';
import { useReviewedOutletsInfiniteQuery, useReviewedSellersInfiniteQuery } from '../../api/admin-api.ts';
import { buttonClass } from '../../ui/button.tsx';
import '../../ui/cards.css';

const waiting = { search: '', status: 'pending' } as const;

/** `/admin`: what there is to review. */
export function AdminHomeScreen() {
  const sellers = useReviewedSellersInfiniteQuery(waiting);
  const outlets = useReviewedOutletsInfiniteQuery(waiting);
  return (
    <div className="page">
      <h1>Admin</h1>
      <div className="cards">
        <Card title="Sellers" action="Manage sellers" to="/admin/sellers" waiting={totalOf(sellers.data)} />
        <Card title="Outlets" action="Manage outlets" to="/admin/outlets" waiting={totalOf(outlets.data)} />
      </div>
    </div>
  );
}

function totalOf(data: { pages: { total: number }[] } | undefined): number | null {
  return data?.pages[0]?.total ?? null;
}

type CardProps = { title: string; action: string; to: string; waiting: number | null };

function Card({ title, action, to, waiting: count }: CardProps) {
  return (
    <section className="card-panel">
      <h2>{title}</h2>
      <p>{count === null ? '' : count === 0 ? 'None waiting for review' : `${count} waiting for review`}</p>
      <Link className={buttonClass('primary')} to={to}>
        {action}
      </Link>
    </section>
  );
}
