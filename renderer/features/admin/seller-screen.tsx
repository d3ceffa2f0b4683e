import { Link, useParams } from 'react-router';
import type { ReviewedSeller } from '#shared/api/admin.ts';
import { failureMessage } from '../../api/api-slice.ts';
import {
  useOutletsOfSellerQuery,
  useReviewedSellerQuery,
  useSetSellerStatusMutation,
} from '../../api/admin-api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ErrorView, Loader } from '../../ui/states.tsx';
import { Address } from './address.tsx';
import { AuditRows } from './audit-rows.tsx';
import { ReviewedOutletCard } from './reviewed-outlet-card.tsx';
import { StatusButtons } from './status-buttons.tsx';
import './admin.css';

/** `/admin/sellers/{id}`: one seller, and their outlets. */
export function SellerScreen() {
  const { sellerId = '' } = useParams();
  const { data: seller, error, refetch } = useReviewedSellerQuery(sellerId);
  const failure = failureMessage(error);
  if (failure && !seller) return <ErrorView message={failure} onReload={() => void refetch()} />;
  if (seller === undefined) return <Loader title="Loading seller" />;
  if (seller === null) return <ErrorView message="This seller could not be found." />;
  return (
    <div className="page">
      <div className="page-head">
        <h1>{seller.companyName}</h1>
        <Link className={buttonClass()} to="/admin/sellers">
          Back
        </Link>
      </div>
      <SellerDetails seller={seller} />
      <SellerOutlets sellerId={seller.id} />
      <section className="review-trail" aria-labelledby="trail">
        <h2 id="trail">Audit log</h2>
        <AuditRows sellerId={seller.id} />
      </section>
    </div>
  );
}

function SellerDetails({ seller }: { seller: ReviewedSeller }) {
  const [setStatus] = useSetSellerStatusMutation();
  const { id, companyName, companyWebsite, email, companyPhoneNumber } = seller;
  const { addressLine1, addressLine2, city, country, postCode } = seller;
  return (
    <section className="row review">
      <div>
        <Address lines={[addressLine1, addressLine2, city, country, postCode]} />
        <p className="row-note">{[companyWebsite, email, companyPhoneNumber].filter(Boolean).join(' · ')}</p>
      </div>
      <StatusButtons
        name={companyName}
        status={seller.accountStatus}
        onChange={(accountStatus) => setStatus({ id, accountStatus })}
      />
    </section>
  );
}

function SellerOutlets({ sellerId }: { sellerId: string }) {
  const { data: outlets, error, refetch } = useOutletsOfSellerQuery(sellerId);
  const failure = failureMessage(error);
  if (failure && !outlets) return <ErrorView message={failure} onReload={() => void refetch()} />;
  if (!outlets) return <Loader title="Loading outlets" />;
  if (outlets.length === 0) return <p className="row-note">No outlets found...</p>;
  return (
    <ul className="rows">
      {outlets.map((outlet) => (
        <ReviewedOutletCard key={outlet.id} outlet={outlet} />
      ))}
    </ul>
  );
}
