import { useAppSelector } from '../state/hooks.ts';
import styles from './sign-in-notice.module.css';

/** Shown if the host has no safe place for the session, which is never stored unencrypted. */
export function SignInNotice() {
  const shown = useAppSelector(
    (state) => state.session.status === 'signed-in' && state.session.kept === 'until-closed',
  );
  if (!shown) return null;
  return (
    <p className={styles.notice} role="status">
      This computer offers no safe place to keep your sign-in. You will be asked for your password after each
      start.
    </p>
  );
}
