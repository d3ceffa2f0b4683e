import { useEffect, useState } from 'react';
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
  if (platform.can.opensOnOutlet && !openedBefore) return <OpenOnLastOutlet />;
  return (
    <SignedInLayout>
      <SellerHome companyName={session.account.companyName} />
    </SignedInLayout>
  );
}

/** Only the start of the till leads to an outlet; whoever comes home later wants to be home. */
let openedBefore = false;

/** Goes to the last used outlet's live screen if it is trading, and home otherwise (D5). */
function OpenOnLastOutlet() {
  const { platform, client } = useServices();
  const [goTo, setGoTo] = useState<string | null>(null);
  useEffect(
    function lookAtTheLastOutlet() {
      void liveScreenOf(platform.rememberedOutlet(), (outletId) =>
        client.call('GET /sellers/outlets/:outletId', { params: { outletId } }),
      ).then((found) => {
        openedBefore = true;
        setGoTo(found ?? '/business');
      });
    },
    [platform, client],
  );
  return goTo === null ? <Loader title="Loading" /> : <Navigate to={goTo} replace />;
}

async function liveScreenOf(
  remembered: Promise<string | null>,
  read: (outletId: string) => Promise<{ id: string; availability: string }>,
): Promise<string | null> {
  const outletId = await remembered;
  if (outletId === null) return null;
  try {
    const outlet = await read(outletId);
    return outlet.availability === 'open' ? `/outlets/${outlet.id}/trading-session` : null;
  } catch {
    // Another seller's, or out of reach: home is always there.
    return null;
  }
}
