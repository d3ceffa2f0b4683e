import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { Outlet } from '#shared/api/outlets.ts';
import type { NotifyOutcome } from '#shared/host/alerts.ts';
import { failureMessage, useCatalogsQuery, useOutletQuery } from '../../api/api-slice.ts';
import { useAppDispatch, useAppSelector, useServices } from '../../state/hooks.ts';
import { outletOpened } from '../../state/watched-slice.ts';
import { outletAddressed } from '../../state/outlet-addressed.ts';
import { useShownOutlet } from '../../orders/use-shown-outlet.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ActionRequired } from '../../ui/empty-states.tsx';
import { lateDialog } from '../../ui/late.tsx';
import { ErrorView, Loader } from '../../ui/states.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useShownPlace } from '../../ui/use-shown-place.ts';
import { NoCardAccount } from './no-card-account.tsx';
import { LiveView } from './live-view.tsx';
import { OutletSwitcher } from './outlet-switcher.tsx';
import styles from './live-view.module.css';
import { FieldError } from '../../ui/field-notes.tsx';

const ReadyDialog = lateDialog(
  'Ready to trade?',
  async () => (await import('../../readiness/ready-dialog.tsx')).ReadyDialog,
);

/** The three live screens: the trading screen, the orders list, and that list without its actions. */
export type Face = 'trading-session' | 'orders' | 'orders-basic';

function LiveScreen({ face }: { face: Face }) {
  const { outletId = '' } = useParams();
  useShownPlace();
  return (
    <div className={styles.screen}>
      <OutletSwitcher outletId={outletId} face={face} />
      <OutletScreen key={outletId} outletId={outletId} face={face} />
    </div>
  );
}

function OutletScreen({ outletId, face }: { outletId: string; face: Face }) {
  const read = useOutletQuery(outletId, { refetchOnMountOrArgChange: true });
  const { data: outlet, error, refetch, fulfilledTimeStamp: readAt } = read;
  const dispatch = useAppDispatch();
  const known = useAppSelector((state) => state.watched.known);

  useEffect(
    function watch() {
      // Again whenever it is read anew, the same or not: a server that did not find it for a moment had it forgotten.
      if (outlet?.id === outletId) dispatch(outletOpened(outletId));
      else if (known && readAt === undefined) dispatch(outletAddressed(outletId));
    },
    [dispatch, known, outletId, outlet?.id, readAt],
  );
  const together = useShownOutlet(outletId) === null;
  useLeaveWhenFinished(together ? undefined : outlet);

  const failure = failureMessage(error);
  if (failure && !outlet) return <ErrorView message={failure} onReload={() => void refetch()} />;
  if (!outlet || outlet.id !== outletId) return <Loader title="Loading outlet" />;
  return outlet.availability === 'open' || together ? (
    <LiveView key={String(together)} outlet={outlet} together={together} face={face} />
  ) : (
    <>
      <NoCardAccount />
      <ClosedView outlet={outlet} />
    </>
  );
}

const NO_NOTIFICATIONS =
  'This browser shows no notifications: new orders ring, and stand on this screen. Its settings can change that.';

/** When the session ends, wherever that was done, its live screens lead to its result. */
function useLeaveWhenFinished(outlet: Outlet | undefined): void {
  const navigate = useNavigate();
  const open = useRef<string | null>(null);
  useEffect(
    function leaveWhenFinished() {
      const session = outlet?.tradingSession?.id ?? null;
      const finished = open.current;
      open.current = session;
      if (outlet && session === null && finished !== null)
        void navigate(`/outlets/${outlet.id}/trading-sessions/${finished}`);
    },
    [outlet, navigate],
  );
}

function ClosedView({ outlet }: { outlet: Outlet }) {
  /** What the person said to notifications, once they have pressed Start Trading. */
  const [asked, setAsked] = useState<Promise<NotifyOutcome> | null>(null);
  const toast = useToast();
  const { platform } = useServices();
  function startTrading() {
    const answer = platform.askToNotify();
    void answer.then((outcome) => {
      if (outcome === 'refused') toast('info', NO_NOTIFICATIONS);
    });
    setAsked(answer);
  }
  const manage = (
    <Link className={buttonClass('primary')} to={`/outlets/${outlet.id}/manage`}>
      Manage
    </Link>
  );
  if (outlet.accountStatus.value !== 'verified')
    return (
      <ActionRequired
        title="You're Closed"
        message={`${outlet.name} cannot trade yet: ${outlet.accountStatus.label}.`}
      >
        {manage}
      </ActionRequired>
    );
  if (!outlet.catalogId)
    return (
      <ActionRequired title="You're Closed" message="A catalog must be created and assigned before trading.">
        {manage}
      </ActionRequired>
    );
  return (
    <ActionRequired
      title="You're Closed"
      message={`Customers of ${outlet.name} can order from ${outlet.catalog?.name || 'your catalog'} once you start.`}
    >
      <EmptyMenu outlet={outlet} />
      <Button tone="primary" size="large" onClick={startTrading}>
        Start Trading
      </Button>
      {asked && <ReadyDialog outlet={outlet} notify={asked} onClose={() => setAsked(null)} />}
    </ActionRequired>
  );
}

/** A warning, without further effect, before an outlet starts with an empty menu. */
function EmptyMenu({ outlet }: { outlet: Outlet }) {
  const { data: catalogs } = useCatalogsQuery(undefined, { refetchOnMountOrArgChange: true });
  const catalog = catalogs?.find(({ id }) => id === outlet.catalogId);
  if (catalog?.itemCount !== 0) return null;
  return (
    <FieldError role="status">
      There is nothing on {catalog.name} yet: customers find an empty menu.{' '}
      <Link to={`/catalogs/${catalog.id}/edit/`}>Add items</Link>
    </FieldError>
  );
}

/** The screen of each address. */
export const screens: Record<Face, () => React.ReactNode> = {
  'trading-session': () => <LiveScreen key="trading-session" face="trading-session" />,
  orders: () => <LiveScreen key="orders" face="orders" />,
  'orders-basic': () => <LiveScreen key="orders-basic" face="orders-basic" />,
};
