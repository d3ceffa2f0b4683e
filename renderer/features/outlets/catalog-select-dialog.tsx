import { useState } from 'react';
import { Link } from 'react-router';
import type { Outlet } from '#shared/api/outlets.ts';
import { failureMessage, useAssignCatalogMutation, useCatalogsQuery } from '../../api/api-slice.ts';
import { buttonClass } from '../../ui/button.tsx';
import { DialogWithForm } from '../../ui/dialog-with-form.tsx';
import { EmptyState } from '../../ui/empty-states.tsx';
import { FieldError } from '../../ui/field-notes.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ErrorView, Loader } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';

/** Chooses an outlet's catalog; the placeholder is no choice. */
export function CatalogSelectDialog({ outlet, onClose }: { outlet: Outlet; onClose: () => void }) {
  const { data: catalogs, error, refetch } = useCatalogsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [assign, { isLoading }] = useAssignCatalogMutation();
  const [chosen, setChosen] = useState(outlet.catalogId ?? '');
  const [missing, setMissing] = useState(false);
  const toast = useToast();
  const failure = failureMessage(error);

  async function save() {
    if (chosen === '') return setMissing(true);
    const result = await assign({ outletId: outlet.id, catalogId: chosen });
    const failed = failureMessage(result.error);
    return failed === null ? onClose() : toast('error', failed);
  }

  return (
    <DialogWithForm
      title="Select a catalog"
      busy={isLoading}
      disabled={!catalogs?.length}
      onSubmit={save}
      onClose={onClose}
    >
      {failure && !catalogs && <ErrorView heading="h3" message={failure} onReload={() => void refetch()} />}
      {!failure && !catalogs && <Loader title="Loading catalogs" />}
      {catalogs?.length === 0 && (
        <EmptyState message="There are no catalogs yet.">
          <Link className={buttonClass('primary')} to="/catalogs">
            Go to Catalogs
          </Link>
        </EmptyState>
      )}
      {catalogs && catalogs.length > 0 && (
        <>
          <SelectField
            label="Catalog"
            value={chosen}
            options={[
              { value: '', label: 'Please select' },
              ...catalogs.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(id) => {
              setChosen(id);
              setMissing(false);
            }}
          />
          {missing && <FieldError role="alert">Please select a catalog or cancel</FieldError>}
        </>
      )}
    </DialogWithForm>
  );
}
