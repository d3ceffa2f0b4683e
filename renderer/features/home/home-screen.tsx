import { Navigate } from 'react-router';
import { useAppSelector, useServices } from '../../app/hooks.ts';
import { SignedInLayout } from '../../app/signed-in-layout.tsx';
import { Loader } from '../../ui/states.tsx';
import { PublicHome } from './public-home.tsx';
import { SellerHome } from './seller-home.tsx';

/** `/` and `/business` (D5). */
export function HomeScreen() {
  const session = useAppSelector((state) => state.session);
  const { platform } = useServices();
  if (session.status === 'restoring') return <Loader title="Loading" />;
  if (session.status === 'signed-out') return <PublicHome short={platform.can.opensOnOutlet} />;
  if (session.account.accountStatus.value !== 'verified') return <Navigate to="/account-review" replace />;
  return (
    <SignedInLayout>
      <SellerHome companyName={session.account.companyName} />
    </SignedInLayout>
  );
}
