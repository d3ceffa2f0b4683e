import { useCallback, useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import type { RememberedOutlet } from '#shared/host/session.ts';
import { useAppSelector, useServices } from '../state/hooks.ts';
import { SIGN_IN } from '../state/where-to.ts';
import { SellerHome, SignedInLayout } from './screens.ts';
import { Loader } from '../ui/states.tsx';
import { failureOf, unreachable } from '../api/failure.ts';
import { selectLive } from '../state/orders-slice.ts';
import { EndedNotice } from '../features/session/ended-notice.tsx';
import { PublicHome } from '../features/home/public-home.tsx';

/** Only the till's start leads to an outlet; later, home means home. */
let openedBefore = false;

/** The screens `/` and `/business`. */
export function HomeScreen() {
  const session = useAppSelector((state) => state.session);
  const { platform } = useServices();
  const [atHome, setAtHome] = useState(openedBefore || !platform.can.opensOnOutlet);
  const stay = useCallback(() => setAtHome(true), []);
  if (session.status === 'restoring') return <Loader title="Loading" />;
  if (session.status === 'signed-out') {
    const { ended } = session;
    if (ended?.outletId) return <Navigate to={SIGN_IN} replace />;
    return <PublicHome short={platform.can.opensOnOutlet} notice={ended && <EndedNotice ended={ended} />} />;
  }
  if (session.account.accountStatus.value !== 'verified') return <Navigate to="/account-review" replace />;
  if (!atHome) return <OpenOnLastOutlet onStay={stay} />;
  return (
    <SignedInLayout>
      <SellerHome companyName={session.account.companyName} />
    </SignedInLayout>
  );
}

/**
 * Goes to the last used outlet's live screen if it is trading; otherwise calls `onStay`. It does not wait for an
 * answer once the server is known to be unreachable: only the screens behind it can say so.
 */
function OpenOnLastOutlet({ onStay }: { onStay: () => void }) {
  const { platform, client } = useServices();
  const navigate = useNavigate();
  const notConnected = useAppSelector((state) => selectLive(state).deaf?.why === 'not-connected');
  useEffect(
    function lookAtTheLastOutlet() {
      let wanted = true;
      const read = (outletId: string) =>
        client.call('GET /sellers/outlets/:outletId', { params: { outletId } });
      void liveScreenOf(platform.rememberedOutlet(), notConnected ? null : read).then((found) => {
        if (!wanted) return;
        openedBefore = true;
        if (found === null) onStay();
        else void navigate(found, { replace: true });
      });
      return () => {
        wanted = false;
      };
    },
    [platform, client, navigate, onStay, notConnected],
  );
  return <Loader title="Loading" />;
}

/** @param read null if the server cannot be asked: then the last known state decides */
async function liveScreenOf(
  remembered: Promise<RememberedOutlet | null>,
  read: ((outletId: string) => Promise<{ id: string; availability: string }>) | null,
): Promise<string | null> {
  const last = await remembered;
  if (last === null) return null;
  const screenOf = (outletId: string) => `/outlets/${outletId}/trading-session`;
  const asItWas = last.trading === true ? screenOf(last.outletId) : null;
  if (read === null) return asItWas;
  try {
    const outlet = await read(last.outletId);
    return outlet.availability === 'open' ? screenOf(outlet.id) : null;
  } catch (error) {
    // That screen retries, and says so.
    return failureOf(error).code === unreachable.code ? asItWas : null;
  }
}
