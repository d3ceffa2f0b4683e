import { useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { GENERIC_MESSAGE } from '#shared/api/generic-message.ts';
import { brand } from '#shared/brand.ts';
import { homeOf } from '../../app/guards.tsx';
import { useAppDispatch, useServices } from '../../app/hooks.ts';
import { preloadSignedIn } from '../../app/preload.ts';
import { signIn } from '../../app/session.ts';
import { unreachable } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Mark } from '../../ui/mark.tsx';
import { useClearToasts, useToast } from '../../ui/toasts.tsx';
import './session.css';

export function SignInScreen() {
  const services = useServices();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const toast = useToast();
  const clearToasts = useClearToasts();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    clearToasts();
    preloadSignedIn();
    const outcome = await signIn(dispatch, services, {
      email: form.get('email') as string,
      password: form.get('password') as string,
    });
    setBusy(false);
    if (outcome.kind === 'signed-in') return navigate(homeOf(outcome.session.account));
    if (outcome.kind === 'unreachable') return toast('error', unreachable.message);
    return toast(
      'error',
      outcome.status === 401 ? 'Your credentials are not valid' : (outcome.message ?? GENERIC_MESSAGE),
    );
  }

  return (
    <main className="entry">
      <Link to="/" className="entry-brand">
        <Mark />
        {brand.name}
      </Link>
      <form className="entry-form" onSubmit={(event) => void submit(event)}>
        <h1>Sign in</h1>
        <Field label="E-mail" name="email" type="email" autoComplete="username" required />
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
        <Button type="submit" tone="primary" size="large" busy={busy}>
          Sign in
        </Button>
        <p className="row-note">
          No account yet? <Link to="/sign-up">Sign Up</Link>
        </p>
        {services.platform.can.changeApiBase && (
          <p className="row-note">
            <Link to="/settings">Connection</Link>
          </p>
        )}
      </form>
    </main>
  );
}
