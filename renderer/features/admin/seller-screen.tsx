import { Link, useParams } from 'react-router';
import type { ReviewedSeller } from '#shared/api/admin.ts';
import { failureMessage } from '../../api/api-slice.ts';
import {
  useOutletsOfSellerQuery,
  useReviewedSellerQuery,
  useSetSellerStatusMutation,
} from '../../api/admin-api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { MainHeading } from '../../ui/main-heading.tsx';
import { ErrorView, Loader } from '../../ui/states.tsx';
import { Address } from './address.tsx';
import { AuditRows } from './audit-rows.tsx';
import { ReviewedOutletCard } from './reviewed-outlet-card.tsx';
import { StatusButtons } from './status-buttons.tsx';
import { Page, PageHead } from '../../ui/page.tsx';
import { Row, Rows } from '../../ui/row.tsx';
import styles from './seller-screen.module.css';

/** `/admin/sellers/{id}`: one seller, and their outlets. */
export function SellerScreen() {
  const { sellerId = '' } = useParams();
  const { currentData: seller, error, refetch } = useReviewedSellerQuery(sellerId);
  const failure = failureMessage(error);
  if (failure && !seller) return <ErrorView message={failure} onReload={() => void refetch()} />;
  if (seller === undefined) return <Loader title="Loading seller" />;
  if (seller === null) return <ErrorView message="This seller could not be found." />;
  return (
    <Page>
      <PageHead>
        <MainHeading>{seller.companyName}</MainHeading>
        <Link className={buttonClass()} to="/admin/sellers">
          Back
        </Link>
      </PageHead>
      <SellerDetails seller={seller} />
      <SellerOutlets sellerId={seller.id} />
      <section className={styles.trail} aria-labelledby="trail">
        <h2 id="trail">Audit log</h2>
        <AuditRows sellerId={seller.id} />
      </section>
    </Page>
  );
}

function SellerDetails({ seller }: { seller: ReviewedSeller }) {
  const [setStatus] = useSetSellerStatusMutation();
  const { id, companyName, companyWebsite, email, companyPhoneNumber } = seller;
  const { addressLine1, addressLine2, city, country, postCode } = seller;
  return (
    <Row as="section" top>
      <div>
        <Address lines={[addressLine1, addressLine2, city, country, postCode]} />
        <p className="row-note">{[companyWebsite, email, companyPhoneNumber].filter(Boolean).join(' · ')}</p>
      </div>
      <StatusButtons
        name={companyName}
        status={seller.accountStatus}
        onChange={(change) => setStatus({ id, ...change })}
      />
    </Row>
  );
}

function SellerOutlets({ sellerId }: { sellerId: string }) {
  const { data: outlets, error, refetch } = useOutletsOfSellerQuery(sellerId);
  const failure = failureMessage(error);
  if (failure && !outlets)
    return <ErrorView heading="h2" message={failure} onReload={() => void refetch()} />;
  if (!outlets) return <Loader title="Loading outlets" />;
  if (outlets.length === 0) return <p className="row-note">No outlets found...</p>;
  return (
    <Rows>
      {outlets.map((outlet) => (
        <ReviewedOutletCard key={outlet.id} outlet={outlet} />
      ))}
    </Rows>
  );
}
