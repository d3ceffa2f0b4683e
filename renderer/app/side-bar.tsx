import {
  BookOpen,
  BriefcaseBusiness,
  Building2,
  Inbox,
  Landmark,
  LogOut,
  ScrollText,
  Settings,
  ShieldCheck,
  Store,
} from 'lucide-react';
import { useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { Mark } from '../ui/mark.tsx';
import { useAppSelector } from '../state/hooks.ts';
import { PaletteKey } from '../features/palette/palette-key.tsx';
import { SignOutDialog } from '../features/session/sign-out-dialog.tsx';
import styles from './side-bar.module.css';

const admin = { to: '/admin', label: 'Admin', Icon: ShieldCheck };
const adminLinks = [
  admin,
  { to: '/admin/sellers', label: 'Sellers', Icon: Building2 },
  { to: '/admin/outlets', label: 'Outlets', Icon: Store },
  { to: '/admin/leads', label: 'Leads', Icon: Inbox },
  { to: '/admin/audit-log', label: 'Audit log', Icon: ScrollText },
];
const sellerLinks = [
  { to: '/business', label: 'Business', Icon: BriefcaseBusiness },
  { to: '/outlets', label: 'Outlets', Icon: Store },
  { to: '/catalogs', label: 'Catalogs', Icon: BookOpen },
  { to: '/payouts', label: 'Payouts', Icon: Landmark },
];

/** @param ready whether there is something to find: until then nothing can be loaded */
export function SideBar({ ready }: { ready: boolean }) {
  const [leaving, setLeaving] = useState(false);
  const { pathname } = useLocation();
  const isAdmin = useAppSelector(({ session }) => session.status === 'signed-in' && session.account.isAdmin);
  const elsewhere = isAdmin ? [...sellerLinks, admin] : sellerLinks;
  const links = pathname.startsWith('/admin') ? adminLinks : elsewhere;
  return (
    <nav className={styles.bar} aria-label="Main">
      <Mark />
      <div className={styles.links}>
        {links.map(({ to, label, Icon }) => (
          <NavLink key={to} to={to} end={to === admin.to} className={styles.link ?? ''}>
            <Icon aria-hidden="true" />
            {label}
          </NavLink>
        ))}
        {ready && <PaletteKey className={styles.link} />}
        <NavLink to="/settings" className={`${styles.link} ${styles.last}`}>
          <Settings aria-hidden="true" />
          Settings
        </NavLink>
        <button type="button" className={styles.link} onClick={() => setLeaving(true)}>
          <LogOut aria-hidden="true" />
          Sign out
        </button>
      </div>
      {leaving && <SignOutDialog onClose={() => setLeaving(false)} />}
    </nav>
  );
}
