import { useState } from 'react';
import { LONGEST_NAME } from '#shared/api/longest-name.ts';
import { v4 as newKey } from 'uuid';
import { failureMessage, useAddCatalogMutation } from '../../api/api-slice.ts';
import { wasDoneOtherwise, type Failure } from '../../api/failure.ts';
import { DialogWithForm } from '../../ui/dialog-with-form.tsx';
import { Field } from '../../ui/field.tsx';
import { useToast } from '../../ui/toasts.tsx';

export function AddCatalogDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [idempotencyKey] = useState(() => newKey());
  const [add, { isLoading }] = useAddCatalogMutation();
  const toast = useToast();

  async function submit() {
    if (name.trim() === '') return setError('Please fill this in.');
    const { error: failure } = await add({ body: { name: name.trim() }, idempotencyKey });
    if (!failure) return onClose();
    if (!wasDoneOtherwise(failure as Failure)) return toast('error', failureMessage(failure) ?? '');
    toast('warning', 'The first press has added it, by the name that it had then. Change it in the editor.');
    return onClose();
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
