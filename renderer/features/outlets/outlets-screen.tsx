import { useState } from 'react';
import { Link } from 'react-router';
import type { Outlet } from '#shared/api/outlets.ts';
import { failureMessage, useOutletsQuery } from '../../api/api-slice.ts';
import { OrderingChip } from '../../bands/ordering-chip.tsx';
import { useAppDispatch } from '../../state/hooks.ts';
import { viewChanged } from '../../state/view-slice.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-states.tsx';
import { lateDialog } from '../../ui/late.tsx';
import { MainHeading } from '../../ui/main-heading.tsx';
import { ErrorView, Loader } from '../../ui/states.tsx';
import { Page, PageHead } from '../../ui/page.tsx';
import { Row, RowActions, Rows } from '../../ui/row.tsx';
import { Chip } from '../../ui/chip.tsx';
import styles from './outlets-screen.module.css';

const OutletProfileDialog = lateDialog(
  'Outlet profile',
  async () => (await import('./outlet-profile-dialog.tsx')).OutletProfileDialog,
);

export function OutletsScreen() {
  const { data: outlets, error, refetch } = useOutletsQuery();
  const [adding, setAdding] = useState(false);
  const failure = failureMessage(error);
  return (
    <Page>
      <PageHead>
        <MainHeading>Outlets</MainHeading>
        <Button tone="primary" onClick={() => setAdding(true)}>
          Add an outlet
        </Button>
      </PageHead>
      {failure && !outlets && <ErrorView heading="h2" message={failure} onReload={() => void refetch()} />}
      {!failure && !outlets && <Loader title="Loading outlets" />}
      {outlets?.length === 0 && (
        <EmptyState message="There are no outlets at the moment.">
          <p className="row-note">Add your first one above. It can trade as soon as it is verified.</p>
        </EmptyState>
      )}
      <Rows>
        {outlets?.map((outlet) => (
          <OutletRow key={outlet.id} outlet={outlet} />
        ))}
      </Rows>
      {adding && <OutletProfileDialog onClose={() => setAdding(false)} />}
    </Page>
  );
}

function OutletRow({ outlet }: { outlet: Outlet }) {
  const verified = outlet.accountStatus.value === 'verified';
  const dispatch = useAppDispatch();
  // Who names an outlet is shown that one, also where all were looked at together before.
  const showAlone = () => dispatch(viewChanged({ together: false }));
  const address = [outlet.lineTwo, outlet.city].filter((part) => part !== '').join(', ');
  return (
    <Row>
      <div>
        <h2 className="row-title">{outlet.name}</h2>
        {address && <p className="row-note">{address}</p>}
        <OrderingChip outlet={outlet} />
        {!verified && (
          <Chip colour="new" className={styles.status}>
            {outlet.accountStatus.label}
          </Chip>
        )}
      </div>
      <RowActions>
        <Link
          className={buttonClass()}
          to={`/outlets/${outlet.id}/manage`}
          aria-label={`Manage ${outlet.name}`}
        >
          Manage
        </Link>
        {verified && (
          <>
            <Link
              className={buttonClass()}
              to={`/outlets/${outlet.id}/orders`}
              onClick={showAlone}
              aria-label={`Orders List of ${outlet.name}`}
            >
              Orders List
            </Link>
            <Link
              className={buttonClass('primary')}
              to={`/outlets/${outlet.id}/trading-session`}
              onClick={showAlone}
              aria-label={`LIVE ${outlet.name}`}
            >
              LIVE
            </Link>
          </>
        )}
      </RowActions>
    </Row>
  );
}
