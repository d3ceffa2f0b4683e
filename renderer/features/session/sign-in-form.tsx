import type { FormEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { EntryPage } from './entry-page.tsx';

type SignInFormProps = {
  busy?: boolean;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Shown above the form. */
  notice?: ReactNode;
  /** Shown below the form. */
  children?: ReactNode;
};

/**
 * The sign-in page. The web build also prerenders it as HTML, so that it is there before its script is: hence the
 * ids.
 */
export function SignInForm({ busy = false, onSubmit, notice, children }: SignInFormProps) {
  // Before it is hydrated, submitting the form would send the password in the address.
  const hydrated = useHydrated();
  return (
    <EntryPage>
      {notice}
      <form className="entry-form" onSubmit={onSubmit}>
        <h1>Sign in</h1>
        <Field id="email" label="E-mail" name="email" type="email" autoComplete="username" required />
        <Field
          id="password"
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" tone="primary" size="large" busy={busy} disabled={!hydrated}>
          Sign in
        </Button>
        <p className="row-note">
          No account yet? <Link to="/sign-up">Sign Up</Link>
        </p>
        {children}
      </form>
    </EntryPage>
  );
}
