import { useEffect, useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import type { BodyInput } from '#shared/api/contract.ts';
import { brand } from '#shared/brand.ts';
import { useServices } from '../../app/hooks.ts';
import { failureOf } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Mark } from '../../ui/mark.tsx';
import { useToast } from '../../ui/toasts.tsx';
import './session.css';

type Registration = BodyInput<'POST /sellers/register'>;
type FieldName = keyof Registration;

const DRAFT = 'sellerRegistrationForm';
const fields: { name: FieldName; label: string; type?: string; autoComplete: string }[] = [
  { name: 'email', label: 'E-mail', type: 'email', autoComplete: 'email' },
  { name: 'password', label: 'Password', type: 'password', autoComplete: 'new-password' },
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
const empty = Object.fromEntries(fields.map(({ name }) => [name, ''])) as Registration;

export function SignUpScreen() {
  const { client } = useServices();
  const navigate = useNavigate();
  const toast = useToast();
  const [registration, setRegistration] = useState(readDraft);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);

  useEffect(
    function keepDraft() {
      // Everything but the password, which is nobody's to find.
      localStorage.setItem(DRAFT, JSON.stringify({ ...registration, password: '' }));
    },
    [registration],
  );

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      await client.call('POST /sellers/register', { body: registration });
      localStorage.removeItem(DRAFT);
      toast('success', 'Your account is waiting for review. You can sign in now.');
      await navigate('/sign-in');
    } catch (error) {
      const failure = failureOf(error);
      setErrors(failure.fields);
      toast('error', failure.message);
      setBusy(false);
    }
  }

  return (
    <main className="entry">
      <Link to="/" className="entry-brand">
        <Mark />
        {brand.name}
      </Link>
      <form className="entry-form" onSubmit={(event) => void submit(event)}>
        <h1>Sign Up</h1>
        {fields.map(({ name, ...field }) => (
          <Field
            key={name}
            {...field}
            name={name}
            value={registration[name]}
            error={errors[name]}
            required={name !== 'addressLine2' && name !== 'county' && name !== 'companyWebsite'}
            onChange={({ target }) => setRegistration({ ...registration, [name]: target.value })}
          />
        ))}
        <Button type="submit" tone="primary" size="large" busy={busy}>
          Sign Up
        </Button>
        <p className="row-note">
          Already have an account? <Link to="/sign-in">Sign in</Link>
        </p>
      </form>
    </main>
  );
}

/** What was typed before, as far as it can be read. */
function readDraft(): Registration {
  try {
    const draft = JSON.parse(localStorage.getItem(DRAFT) ?? '{}') as Record<string, unknown>;
    const typed = fields.flatMap(({ name }) =>
      typeof draft[name] === 'string' ? [[name, draft[name]]] : [],
    );
    return { ...empty, ...(Object.fromEntries(typed) as Partial<Registration>) };
  } catch {
    return empty;
  }
}
