import { useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { GENERIC_MESSAGE } from '#shared/api/generic-message.ts';
import { homeOf } from '../../app/guards.tsx';
import { useAppDispatch, useServices } from '../../app/hooks.ts';
import { preloadSignedIn } from '../../app/preload.ts';
import { signIn } from '../../app/session.ts';
import { unreachable } from '../../api/failure.ts';
import { useClearToasts, useToast } from '../../ui/toasts.tsx';
import { SignInForm } from './sign-in-form.tsx';

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
    <SignInForm busy={busy} onSubmit={(event) => void submit(event)}>
      {services.platform.can.changeApiBase && (
        <p className="row-note">
          <Link to="/settings">Connection</Link>
        </p>
      )}
    </SignInForm>
  );
}
