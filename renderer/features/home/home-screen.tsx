import { lazy, useCallback, useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { useAppSelector, useServices } from '../../app/hooks.ts';
import { Loader } from '../../ui/states.tsx';
import { PublicHome } from './public-home.tsx';

// The public home does without these.
const SignedInLayout = lazy(async () => ({
  default: (await import('../../app/signed-in-layout.tsx')).SignedInLayout,
}));
const SellerHome = lazy(async () => ({ default: (await import('./seller-home.tsx')).SellerHome }));

/** Only the start of the till leads to an outlet; whoever comes home later wants to be home. */
let openedBefore = false;

/** `/` and `/business` (D5). */
export function HomeScreen() {
  const session = useAppSelector((state) => state.session);
  const { platform } = useServices();
  const [atHome, setAtHome] = useState(openedBefore || !platform.can.opensOnOutlet);
  const stay = useCallback(() => setAtHome(true), []);
  if (session.status === 'restoring') return <Loader title="Loading" />;
  if (session.status === 'signed-out') return <PublicHome short={platform.can.opensOnOutlet} />;
  if (session.account.accountStatus.value !== 'verified') return <Navigate to="/account-review" replace />;
  if (!atHome) return <OpenOnLastOutlet onStay={stay} />;
  return (
    <SignedInLayout>
      <SellerHome companyName={session.account.companyName} />
    </SignedInLayout>
  );
}

/** Goes to the last used outlet's live screen if it is trading; otherwise tells that home is the place (D5). */
function OpenOnLastOutlet({ onStay }: { onStay: () => void }) {
  const { platform, client } = useServices();
  const navigate = useNavigate();
  useEffect(
    function lookAtTheLastOutlet() {
      let wanted = true;
      void liveScreenOf(platform.rememberedOutlet(), (outletId) =>
        client.call('GET /sellers/outlets/:outletId', { params: { outletId } }),
      ).then((found) => {
        if (!wanted) return;
        openedBefore = true;
        if (found === null) onStay();
        else void navigate(found, { replace: true });
      });
      return () => {
        wanted = false;
      };
    },
    [platform, client, navigate, onStay],
  );
  return <Loader title="Loading" />;
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
