import { Plus } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { Catalog } from '#shared/api/catalogs.ts';
import { formatPence } from '#shared/money.ts';
import { failureMessage, useAddCatalogMutation, useCatalogsQuery } from '../../api/api-slice.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { EmptyState, ErrorView, Loader } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import './catalogs.css';

/** The seller's catalogs, each to be looked through. */
export function CatalogsScreen() {
  const { data: catalogs, error, refetch } = useCatalogsQuery();
  const [adding, setAdding] = useState(false);
  const failure = failureMessage(error);
  return (
    <div className="page">
      <div className="page-head">
        <h1>Catalogs</h1>
        <Button tone="primary" aria-label="Add a catalog" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" />
        </Button>
      </div>
      {failure && !catalogs && <ErrorView message={failure} onReload={() => void refetch()} />}
      {!failure && !catalogs && <Loader title="Loading catalogs" />}
      {catalogs?.length === 0 && (
        <EmptyState message="There are no catalogs yet. Add your first one above." />
      )}
      <ul className="rows">
        {catalogs?.map((catalog) => (
          <CatalogRow key={catalog.id} catalog={catalog} />
        ))}
      </ul>
      {adding && <AddCatalogDialog onClose={() => setAdding(false)} />}
    </div>
  );
}

function CatalogRow({ catalog }: { catalog: Catalog }) {
  const count = catalog.categories.reduce((total, category) => total + category.list.length, 0);
  return (
    <li>
      <details className="catalog">
        <summary>
          <span className="row-title">{catalog.name}</span>
          <span className="row-note">{count === 1 ? '1 item' : `${count} items`}</span>
        </summary>
        {catalog.categories.map((category) => (
          <section key={category.id} className="catalog-category">
            <h2>{category.name}</h2>
            <ul>
              {category.list.map((item) => (
                <li key={item.id} className="catalog-item">
                  <span>{item.name}</span>
                  <span className="figures">{formatPence(item.cost)}</span>
                  {item.note && <span className="row-note">{item.note}</span>}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </details>
    </li>
  );
}

function AddCatalogDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [add, { isLoading }] = useAddCatalogMutation();
  const toast = useToast();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '') return setError('Please fill this in.');
    const failed = failureMessage((await add({ name: name.trim() })).error);
    return failed === null ? onClose() : toast('error', failed);
  }

  return (
    <Dialog
      title="Add a catalog"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="add-catalog" tone="primary" busy={isLoading}>
            Add
          </Button>
        </>
      }
    >
      <form id="add-catalog" onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label="Name"
          value={name}
          error={error}
          maxLength={120}
          onChange={({ target }) => setName(target.value)}
        />
      </form>
    </Dialog>
  );
}
