import { useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useAppDispatch, useServices } from '../../state/hooks.ts';
import { signOut } from '../../state/session.ts';

/** Asks before signing out, which leads to the start. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const dispatch = useAppDispatch();
  const services = useServices();
  const navigate = useNavigate();
  function leave() {
    void signOut(dispatch, services);
    void navigate('/');
  }
  return (
    <Dialog
      title="Sign out"
      onClose={onClose}
      cancels
      actions={
        <Button tone="primary" onClick={leave}>
          Sign Out
        </Button>
      }
    >
      <p>Are you sure you want to sign out?</p>
    </Dialog>
  );
}
