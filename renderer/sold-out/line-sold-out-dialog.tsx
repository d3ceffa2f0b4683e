import { skipToken } from '@reduxjs/toolkit/query/react';
import { useState } from 'react';
import type { OrderItem } from '#shared/api/orders.ts';
import { zoneOf } from '#shared/base/time-zones.ts';
import { itemOf } from '#shared/catalogs/line-parts.ts';
import { failureMessage, useCatalogQuery, useOutletQuery } from '../api/api-slice.ts';
import { CallFailed, type Failure } from '../api/failure.ts';
import { soldOutOf } from '../catalog-model/content.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorView, Loader } from '../ui/states.tsx';
import { PortionsLeft } from './portions-left.tsx';
import { useMarkSoldOutMutation } from './sold-out-api.ts';
import { SoldOutDialog } from './sold-out-dialog.tsx';

type LineSoldOutDialogProps = {
  outletId: string;
  line: Pick<OrderItem, 'itemId' | 'name'>;
  /** Called once it is marked, with what takes that back. */
  onMarked?: (undo: () => Promise<void>) => void;
  onClose: () => void;
};

/** Marks what an order's line contains as sold out, or offers it again. */
export function LineSoldOutDialog({ outletId, line, onMarked, onClose }: LineSoldOutDialogProps) {
  const outlet = useOutletQuery(outletId);
  const catalogId = outlet.data?.catalogId;
  const catalog = useCatalogNow(catalogId ?? null);
  const [markSoldOut] = useMarkSoldOutMutation();
  const menu = catalog.data;
  const item = menu && line.itemId !== undefined ? itemOf(menu.categories, line.itemId) : undefined;
  if (menu && item)
    return (
      <SoldOutDialog
        item={item}
        soldOut={soldOutOf(menu)}
        clocks={{ zone: zoneOf(outlet.data), isNamed: false }}
        portions={<PortionsLeft outletId={outletId} item={item} />}
        mark={async (place, until) => {
          const mark = { params: { catalogId: menu.id }, body: { ...place, until } };
          const { error } = await markSoldOut(mark);
          if (error) throw new CallFailed(error as Failure);
        }}
        {...(onMarked && { onMarked })}
        onClose={onClose}
      />
    );
  const failure = failureMessage(outlet.error ?? catalog.error);
  const isOff = menu !== undefined || catalogId === null;
  return (
    <Dialog
      title={`Sold out: ${line.name}`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {failure && (
        <ErrorView
          heading="h3"
          message={failure}
          onReload={() => void (outlet.error ? outlet.refetch() : catalog.refetch())}
        />
      )}
      {!failure && isOff && <p>{line.name} is no longer on the menu of this outlet.</p>}
      {!failure && !isOff && <Loader title="Loading the menu" />}
    </Dialog>
  );
}

/** A menu as it was read after the dialog was opened: in a cached one, marks of others may be missing. */
function useCatalogNow(catalogId: string | null) {
  const { data, ...catalog } = useCatalogQuery(catalogId ?? skipToken, { refetchOnMountOrArgChange: true });
  const { fulfilledTimeStamp: readAt } = catalog;
  const [cached, setCached] = useState({ catalogId, readAt });
  if (cached.catalogId !== catalogId) setCached({ catalogId, readAt });
  return { ...catalog, data: readAt === cached.readAt ? undefined : data };
}
