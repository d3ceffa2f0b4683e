import { CreditCard } from 'lucide-react';
import { Link } from 'react-router';
import { useProfileQuery } from '../../api/api-slice.ts';
import { buttonClass } from '../../ui/button.tsx';
import spreadStyles from '../../ui/spread.module.css';
import styles from './no-card-account.module.css';

/** A warning, without further effect, for a seller who trades while customers cannot pay. */
export function NoCardAccount() {
  const { data: profile } = useProfileQuery();
  if (!profile || profile.stripeConnectId !== null || profile.cardsNeedNoAccount) return null;
  return (
    <section className={`${spreadStyles.spread} ${styles.notice}`} role="status">
      <CreditCard aria-hidden="true" />
      <p>No card account is connected: customers cannot pay, and their orders are refused.</p>
      <Link className={buttonClass()} to="/payouts">
        Connect one
      </Link>
    </section>
  );
}
