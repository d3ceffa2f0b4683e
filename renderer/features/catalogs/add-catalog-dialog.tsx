import { useState, type FormEvent } from 'react';
import { LONGEST_NAME } from '#shared/api/longest-name.ts';
import { failureMessage, useAddCatalogMutation } from '../../api/api-slice.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { useToast } from '../../ui/toasts.tsx';

export function AddCatalogDialog({ onClose }: { onClose: () => void }) {
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
      cancels
      actions={
        <Button type="submit" form="add-catalog" tone="primary" busy={isLoading}>
          Add
        </Button>
      }
    >
      <form id="add-catalog" onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label="Name"
          value={name}
          error={error}
          maxLength={LONGEST_NAME}
          onChange={({ target }) => setName(target.value)}
        />
      </form>
    </Dialog>
  );
}
