import { BookOpen, BriefcaseBusiness, Landmark, LogOut, Store } from 'lucide-react';
import { useState } from 'react';
import { NavLink, useNavigate } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Mark } from '../ui/mark.tsx';
import { useAppDispatch, useServices } from './hooks.ts';
import { signOut } from './session.ts';

const links = [
  { to: '/business', label: 'Business', Icon: BriefcaseBusiness },
  { to: '/outlets', label: 'Outlets', Icon: Store },
  { to: '/catalogs', label: 'Catalogs', Icon: BookOpen },
  { to: '/payouts', label: 'Payouts', Icon: Landmark },
];

export function SideBar() {
  const [leaving, setLeaving] = useState(false);
  return (
    <nav className="side-bar" aria-label="Main">
      <Mark />
      <div className="side-bar-links">
        {links.map(({ to, label, Icon }) => (
          <NavLink key={to} to={to} className="side-bar-link">
            <Icon aria-hidden="true" />
            {label}
          </NavLink>
        ))}
        <button type="button" className="side-bar-link side-bar-out" onClick={() => setLeaving(true)}>
          <LogOut aria-hidden="true" />
          Sign out
        </button>
      </div>
      {leaving && <SignOutDialog onClose={() => setLeaving(false)} />}
    </nav>
  );
}

function SignOutDialog({ onClose }: { onClose: () => void }) {
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
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" onClick={leave}>
            Sign Out
          </Button>
        </>
      }
    >
      <p>Are you sure you want to sign out?</p>
    </Dialog>
  );
}
