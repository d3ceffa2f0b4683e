import { useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { failureOf } from '../../api/failure.ts';
import { useServices } from '../../state/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { RowActions, RowsForm } from '../../ui/row.tsx';

const empty = { oldPassword: '', newPassword: '' };

/** Changes the password, which needs the old one; every other sign-in ends. */
export function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const { client } = useServices();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(empty);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);

  function close() {
    setTyped(empty);
    setErrors({});
    setOpen(false);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    try {
      await client.call('POST /sellers/password', { body: typed });
      toast('success', 'Your password is changed. Every other sign-in has ended');
      close();
      onChanged();
    } catch (error) {
      const failure = failureOf(error);
      // Rendered at once, so that the first invalid field can get the focus.
      flushSync(() => setErrors(failure.fields));
      form.querySelector<HTMLElement>('[aria-invalid]')?.focus();
      if (Object.keys(failure.fields).length === 0) toast('error', failure.message);
    }
    setBusy(false);
  }

  if (!open)
    return (
      <RowActions>
        <Button onClick={() => setOpen(true)}>Change password</Button>
      </RowActions>
    );
  const field = (name: keyof typeof empty, label: string, autoComplete: string, hint?: string) => (
    <Field
      label={label}
      name={name}
      type="password"
      autoComplete={autoComplete}
      required
      value={typed[name]}
      error={errors[name]}
      {...(hint && { hint })}
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
    />
  );
  return (
    <RowsForm aria-label="Change password" noValidate onSubmit={(event) => void submit(event)}>
      {field('oldPassword', 'Old password', 'current-password')}
      {field(
        'newPassword',
        'New password',
        'new-password',
        'At least 10 characters. You are signed out everywhere else.',
      )}
      <RowActions>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" tone="primary" busy={busy}>
          Change password
        </Button>
      </RowActions>
    </RowsForm>
  );
}
