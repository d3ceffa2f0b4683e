import { useReviewedOutletsInfiniteQuery } from '../../api/admin-api.ts';
import { ReviewList } from './review-list.tsx';
import { useReviewFilter } from './use-review-filter.ts';
import { ReviewedOutletCard } from './reviewed-outlet-card.tsx';

/** `/admin/outlets`: all sellers' outlets. */
export function ReviewedOutletsScreen() {
  const filter = useReviewFilter();
  return (
    <ReviewList
      title="Outlets"
      hint="Name, company, city or postcode"
      nothing="No outlets found..."
      filter={filter}
      list={useReviewedOutletsInfiniteQuery(filter.asked)}
    >
      {(outlet) => <ReviewedOutletCard key={outlet.id} outlet={outlet} seller={outlet.companyName} />}
    </ReviewList>
  );
}
