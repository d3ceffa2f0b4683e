import { failureMessage, useCatalogsQuery, useRemoveCatalogMutation } from '../../api/api-slice.ts';
import type { ListedCatalog } from '../../api/read-catalog.ts';
import type { Failure } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toasts.tsx';

/** Asks first. A catalog that an outlet uses is not deleted, nor one that a colleague has changed since. */
export function RemoveCatalogDialog({ catalog, onClose }: { catalog: ListedCatalog; onClose: () => void }) {
  const [remove, { isLoading }] = useRemoveCatalogMutation();
  const { refetch } = useCatalogsQuery();
  const toast = useToast();

  async function confirm() {
    const { error } = await remove(catalog);
    const failed = failureMessage(error);
    if (failed !== null) toast('error', failed);
    if ((error as Failure | undefined)?.code === 'VERSION_CONFLICT') void refetch();
    onClose();
  }

  return (
    <Dialog
      role="alertdialog"
      title="Delete catalog"
      onClose={onClose}
      cancels
      actions={
        <Button tone="danger" busy={isLoading} onClick={() => void confirm()}>
          Delete
        </Button>
      }
    >
      <p>{`Are you sure you want to delete "${catalog.name}" catalog?`}</p>
    </Dialog>
  );
}
