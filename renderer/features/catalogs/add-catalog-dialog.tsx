import { useState } from 'react';
import { LONGEST_NAME } from '#shared/api/longest-name.ts';
import { failureMessage, useAddCatalogMutation } from '../../api/api-slice.ts';
import { DialogWithForm } from '../../ui/dialog-with-form.tsx';
import { Field } from '../../ui/field.tsx';
import { useToast } from '../../ui/toasts.tsx';

export function AddCatalogDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [add, { isLoading }] = useAddCatalogMutation();
  const toast = useToast();

  async function submit() {
    if (name.trim() === '') return setError('Please fill this in.');
    const failed = failureMessage((await add({ name: name.trim() })).error);
    return failed === null ? onClose() : toast('error', failed);
  }

  return (
    <DialogWithForm title="Add a catalog" submit="Add" busy={isLoading} onSubmit={submit} onClose={onClose}>
      <Field
        label="Name"
        value={name}
        error={error}
        maxLength={LONGEST_NAME}
        onChange={({ target }) => setName(target.value)}
      />
    </DialogWithForm>
  );
}
