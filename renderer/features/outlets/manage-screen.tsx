import { useState, type ReactNode } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { failureMessage, useOutletQuery } from '../../api/api-slice.ts';
import { OrderingChip } from '../../bands/ordering-chip.tsx';
import { MoneyAtRisk } from '../../orders/money-at-risk.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { lateDialog, latePart } from '../../ui/late.tsx';
import { MainHeading } from '../../ui/main-heading.tsx';
import { ErrorView, Loader } from '../../ui/states.tsx';
import { Page } from '../../ui/page.tsx';
import { Row, Rows } from '../../ui/row.tsx';
import { useShownPlace } from '../../ui/use-shown-place.ts';
import styles from './manage-screen.module.css';

const CatalogSelectDialog = lateDialog(
  'Select a catalog',
  async () => (await import('./catalog-select-dialog.tsx')).CatalogSelectDialog,
);
const OutletProfileDialog = lateDialog(
  'Outlet profile',
  async () => (await import('./outlet-profile-dialog.tsx')).OutletProfileDialog,
);
const StationsSection = latePart(async () => (await import('./stations-section.tsx')).StationsSection);
const GuestPageSection = latePart(async () => (await import('./guest-page-section.tsx')).GuestPageSection);
const NobodyAnswers = latePart(
  async () => (await import('../../escalation/nobody-answers.tsx')).NobodyAnswers,
);

export function ManageScreen() {
  const { outletId = '' } = useParams();
  // The name of its catalog may have changed, in the catalog's editor or elsewhere.
  const { data: outlet, error, refetch } = useOutletQuery(outletId, { refetchOnMountOrArgChange: true });
  const { changing, change, close } = useChanging();
  const failure = failureMessage(error);
  useShownPlace();
  if (failure && !outlet) return <ErrorView message={failure} onReload={() => void refetch()} />;
  if (!outlet) return <Loader title="Loading outlet" />;
  const address = [outlet.lineOne, outlet.lineTwo, outlet.city, outlet.postcode].filter(Boolean).join(', ');
  return (
    <Page>
      <div>
        <MainHeading>Manage Outlet</MainHeading>
        <p className="row-note">{outlet.name}</p>
        <OrderingChip outlet={outlet} />
      </div>
      <Rows>
        <ManageRow id="catalog" title="Catalog" note={outlet.catalog?.name ?? 'None yet'}>
          <Button onClick={() => change('catalog')} aria-label="Change catalog">
            Change
          </Button>
        </ManageRow>
        <ManageRow id="profile" title="Profile" note={address || 'No address yet'}>
          <Button onClick={() => change('profile')} aria-label="Change profile">
            Change
          </Button>
        </ManageRow>
        <ManageRow title="Order History" note="Past trading sessions and their orders">
          <Link className={buttonClass()} to={`/outlets/${outlet.id}/trading-sessions`}>
            Order History
          </Link>
        </ManageRow>
        <ManageRow
          id="image"
          title="Outlet Image"
          note={outlet.brandImageUrl ? 'Shown to your customers' : 'None yet'}
          picture={outlet.brandImageUrl}
        >
          <Link
            className={buttonClass()}
            to={`/outlets/${outlet.id}/outlet-image`}
            aria-label="Change outlet image"
          >
            Change
          </Link>
        </ManageRow>
      </Rows>
      <MoneyAtRisk outletId={outlet.id} />
      {outlet.stations && <StationsSection outlet={outlet} stations={outlet.stations} />}
      {outlet.guestPage !== undefined && <GuestPageSection outlet={outlet} />}
      {/* Another maker's server does not know of rungs. */}
      {outlet.ordering && <NobodyAnswers outletId={outlet.id} />}
      {changing === 'catalog' && <CatalogSelectDialog outlet={outlet} onClose={close} />}
      {changing === 'profile' && <OutletProfileDialog outlet={outlet} onClose={close} />}
    </Page>
  );
}

/** The dialog that is open. An address that names a field of the profile opens that, once. */
function useChanging() {
  const { hash, key } = useLocation();
  const [changing, change] = useState<'catalog' | 'profile' | null>(null);
  const [closed, setClosed] = useState<string | null>(null);
  const asked = hash.startsWith('#profile-') && closed !== key ? 'profile' : null;
  function close() {
    change(null);
    setClosed(key);
  }
  return { changing: changing ?? asked, change, close };
}

type ManageRowProps = {
  id?: string;
  title: string;
  note: string;
  picture?: string | null;
  children: ReactNode;
};

function ManageRow({ id, title, note, picture, children }: ManageRowProps) {
  return (
    <Row id={id}>
      <div>
        <h2 className="row-title">{title}</h2>
        <p className="row-note">{note}</p>
      </div>
      {picture && <img className={styles.thumbnail} src={picture} alt="" />}
      {children}
    </Row>
  );
}
