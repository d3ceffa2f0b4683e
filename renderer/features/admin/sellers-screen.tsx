import { Link } from 'react-router';
import type { ReviewedSeller } from '#shared/api/admin.ts';
import { useReviewedSellersInfiniteQuery } from '../../api/admin-api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ReviewList } from './review-list.tsx';
import { useReviewFilter } from './use-review-filter.ts';
import { Row, RowActions } from '../../ui/row.tsx';
import { StatusMark } from './status-mark.tsx';

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
    <Row>
      <div>
        <h2 className="row-title">{companyName}</h2>
        <p className="row-note">{[email, city].filter((part) => part !== '').join(' · ')}</p>
      </div>
      <RowActions>
        <StatusMark status={accountStatus} />
        <Link className={buttonClass()} to={`/admin/sellers/${id}`} aria-label={`View Seller ${companyName}`}>
          View Seller
        </Link>
      </RowActions>
    </Row>
  );
}
