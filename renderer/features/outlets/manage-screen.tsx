import { lazy, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { failureMessage, useOutletQuery } from '../../api/api-slice.ts';
import { NobodyListens } from '../../live/nobody-listens.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ErrorView, Loader } from '../../ui/states.tsx';

const CatalogSelectDialog = lazy(async () => ({
  default: (await import('./catalog-select-dialog.tsx')).CatalogSelectDialog,
}));

export function ManageScreen() {
  const { outletId = '' } = useParams();
  const { data: outlet, error, refetch } = useOutletQuery(outletId);
  const [choosing, setChoosing] = useState(false);
  const failure = failureMessage(error);
  if (failure && !outlet) return <ErrorView message={failure} onReload={() => void refetch()} />;
  if (!outlet) return <Loader title="Loading outlet" />;
  return (
    <div className="page">
      <h1>Manage Outlet</h1>
      <p className="row-note">{outlet.name}</p>
      <NobodyListens outletId={outlet.id} />
      <ul className="rows">
        <li className="row">
          <div>
            <h2 className="row-title">Catalog</h2>
            <p className="row-note">{outlet.catalog?.name ?? 'None yet'}</p>
          </div>
          <Button onClick={() => setChoosing(true)} aria-label="Change catalog">
            Change
          </Button>
        </li>
        <li className="row">
          <div>
            <h2 className="row-title">Order History</h2>
            <p className="row-note">Past trading sessions and their orders</p>
          </div>
          <Link className={buttonClass()} to={`/outlets/${outlet.id}/trading-sessions`}>
            Order History
          </Link>
        </li>
      </ul>
      {choosing && (
        <Suspense>
          <CatalogSelectDialog outlet={outlet} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  );
}
