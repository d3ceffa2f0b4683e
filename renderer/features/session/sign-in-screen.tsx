import { lazy, useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { homeOf } from '../../state/where-to.ts';
import { GENERIC_MESSAGE } from '#shared/api/generic-message.ts';
import { useAppDispatch, useAppSelector, useServices } from '../../state/hooks.ts';
import { cameBackFromStripe, openedAt } from '../../state/opened-at.ts';
import { signIn } from '../../state/session.ts';
import { unreachable } from '../../api/failure.ts';
import { useClearToasts, useToast } from '../../ui/toasts.tsx';
import { SignInForm } from './sign-in-form.tsx';

// Rarely needed; loaded with the other screens.
const EndedNotice = lazy(async () => ({ default: (await import('./ended-notice.tsx')).EndedNotice }));

/** @param onSubmit called while the server checks the password */
export function SignInScreen({ onSubmit }: { onSubmit: () => unknown }) {
  const services = useServices();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const toast = useToast();
  const clearToasts = useClearToasts();
  const [busy, setBusy] = useState(false);
  const ended = useAppSelector(({ session }) => (session.status === 'signed-out' ? session.ended : null));

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    clearToasts();
    onSubmit();
    const outcome = await signIn(dispatch, services, {
      email: form.get('email') as string,
      password: form.get('password') as string,
    });
    setBusy(false);
    if (outcome.kind === 'signed-in')
      return navigate(cameBackFromStripe(openedAt()) ? '/payouts' : homeOf(outcome.session.account));
    if (outcome.kind === 'unreachable') {
      const { can, apiBase } = services.platform;
      // If the address is a setting, it may be wrong.
      const where = can.changeApiBase ? ` Its address is ${apiBase()}.` : '';
      return toast('error', unreachable.message + where);
    }
    return toast(
      'error',
      outcome.status === 401 ? 'Your credentials are not valid' : (outcome.message ?? GENERIC_MESSAGE),
    );
  }

  return (
    <SignInForm
      busy={busy}
      onSubmit={(event) => void submit(event)}
      notice={ended && <EndedNotice ended={ended} />}
    >
      {services.platform.can.changeApiBase && (
        <p className="row-note">
          <Link to="/settings">Connection</Link>
        </p>
      )}
    </SignInForm>
  );
}
