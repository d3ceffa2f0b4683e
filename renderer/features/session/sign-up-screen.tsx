import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import { useServices } from '../../state/hooks.ts';
import { failureOf } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { MainHeading } from '../../ui/main-heading.tsx';
import { useClearToasts, useToast } from '../../ui/toasts.tsx';
import { forgetDraft, keepDraft, readDraft, type RegistrationField } from './registration-draft.ts';
import { EntryPage } from './entry-page.tsx';
import { FieldError } from '../../ui/field-notes.tsx';

type SignUpField = {
  name: RegistrationField;
  label: string;
  type?: string;
  autoComplete: string;
  hint?: string;
};

const fields: SignUpField[] = [
  { name: 'email', label: 'E-mail', type: 'email', autoComplete: 'email' },
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autoComplete: 'new-password',
    hint: 'At least 10 characters.',
  },
  { name: 'companyName', label: 'Company name', autoComplete: 'organization' },
  { name: 'companyWebsite', label: 'Company website', autoComplete: 'url' },
  { name: 'companyPhoneNumber', label: 'Company phone number', type: 'tel', autoComplete: 'tel' },
  { name: 'addressLine1', label: 'Address line 1', autoComplete: 'address-line1' },
  { name: 'addressLine2', label: 'Address line 2', autoComplete: 'address-line2' },
  { name: 'city', label: 'City', autoComplete: 'address-level2' },
  { name: 'county', label: 'County', autoComplete: 'address-level1' },
  { name: 'country', label: 'Country', autoComplete: 'country-name' },
  { name: 'postcode', label: 'Postcode', autoComplete: 'postal-code' },
];

export function SignUpScreen() {
  const { client } = useServices();
  const navigate = useNavigate();
  const toast = useToast();
  const clearToasts = useClearToasts();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(readDraft);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    clearToasts();
    const { message: _message, ...registration } = typed;
    try {
      await client.call('POST /sellers/register', { body: registration });
      forgetDraft();
      toast('success', 'Your account is waiting for review. You can sign in now.');
      await navigate('/sign-in');
    } catch (error) {
      const failure = failureOf(error);
      // Rendered at once, so that the first invalid field can get the focus.
      flushSync(() => {
        setErrors(failure.fields);
        setTyped((now) => ({ ...now, message: failure.message }));
        keepDraft({ message: failure.message });
        setBusy(false);
      });
      toast('error', failure.message);
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    }
  }

  function change(name: RegistrationField, value: string) {
    setTyped({ ...typed, [name]: value });
    keepDraft({ [name]: value });
    const { [name]: _corrected, ...others } = errors;
    if (name in errors) setErrors(others);
  }

  return (
    <EntryPage>
      {/* The server validates; its errors are shown beside the fields. */}
      <form ref={form} className="entry-form" onSubmit={(event) => void submit(event)} noValidate>
        <MainHeading>Sign Up</MainHeading>
        <p className="row-note">All fields are required.</p>
        {fields.map(({ name, ...field }) => (
          <Field
            key={name}
            {...field}
            name={name}
            value={typed[name]}
            error={errors[name]}
            required
            onChange={({ target }) => change(name, target.value)}
          />
        ))}
        {typed.message !== '' && <FieldError>{typed.message}</FieldError>}
        <Button type="submit" tone="primary" size="large" busy={busy}>
          Sign Up
        </Button>
        <p className="row-note">
          Already have an account? <Link to="/sign-in">Sign in</Link>
        </p>
      </form>
    </EntryPage>
  );
}
