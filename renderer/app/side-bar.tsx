import { BookOpen, BriefcaseBusiness, Landmark, LogOut, Store } from 'lucide-react';
import { useState } from 'react';
import { NavLink } from 'react-router';
import { Mark } from '../ui/mark.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';

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
