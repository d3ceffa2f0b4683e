import { Plus } from 'lucide-react';
import { useState } from 'react';
import { failureMessage, useCatalogsQuery } from '../../api/api-slice.ts';
import type { ListedCatalog } from '../../api/read-catalog.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-states.tsx';
import { MainHeading } from '../../ui/main-heading.tsx';
import { ErrorView, Loader } from '../../ui/states.tsx';
import { AddCatalogDialog } from './add-catalog-dialog.tsx';
import { CatalogRow } from './catalog-row.tsx';
import { RemoveCatalogDialog } from './remove-catalog-dialog.tsx';
import { Page, PageHead } from '../../ui/page.tsx';
import { Rows } from '../../ui/row.tsx';

/** The seller's catalogs. */
export function CatalogsScreen() {
  const { data: catalogs, error, refetch } = useCatalogsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<ListedCatalog | null>(null);
  const failure = failureMessage(error);
  return (
    <Page>
      <PageHead>
        <MainHeading>Catalogs</MainHeading>
        <Button tone="primary" aria-label="Add a catalog" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" />
        </Button>
      </PageHead>
      {failure && !catalogs && <ErrorView heading="h2" message={failure} onReload={() => void refetch()} />}
      {!failure && !catalogs && <Loader title="Loading catalogs" />}
      {catalogs?.length === 0 && (
        <EmptyState message="There are no catalogs yet. Add your first one above." />
      )}
      <Rows>
        {catalogs?.map((catalog) => (
          <CatalogRow key={catalog.id} catalog={catalog} onRemove={() => setRemoving(catalog)} />
        ))}
      </Rows>
      {adding && <AddCatalogDialog onClose={() => setAdding(false)} />}
      {removing && <RemoveCatalogDialog catalog={removing} onClose={() => setRemoving(null)} />}
    </Page>
  );
}
