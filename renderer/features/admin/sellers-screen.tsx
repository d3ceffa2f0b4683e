import { Link } from 'react-router';
import type { ReviewedSeller } from '#shared/api/admin.ts';
import { useReviewedSellersInfiniteQuery } from '../../api/admin-api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ReviewList } from './review-list.tsx';
import { useReviewFilter } from './use-review-filter.ts';

/** `/admin/sellers`: by company name. */
export function SellersScreen() {
  const filter = useReviewFilter();
  const list = useReviewedSellersInfiniteQuery(filter.asked);
  return (
    <ReviewList
      title="Sellers"
      hint="Company name, e-mail, city or postcode"
      nothing="No sellers found."
      filter={filter}
      list={list}
    >
      {(seller) => <SellerRow key={seller.id} seller={seller} />}
    </ReviewList>
  );
}

function SellerRow({ seller }: { seller: ReviewedSeller }) {
  const { id, companyName, email, city, accountStatus } = seller;
  return (
    <li className="row">
      <div>
        <h2 className="row-title">{companyName}</h2>
        <p className="row-note">{[email, city].filter((part) => part !== '').join(' · ')}</p>
      </div>
      <div className="row-actions">
        <span className={`review-status review-${accountStatus.value}`}>{accountStatus.label}</span>
        <Link className={buttonClass()} to={`/admin/sellers/${id}`} aria-label={`View Seller ${companyName}`}>
          View Seller
        </Link>
      </div>
    </li>
  );
}
