import { useEffect, useState } from 'preact/hooks';
import { askForNotifications, stopNotifications } from '../base/calls.ts';
import { keep, readKept, type KnownOrder } from '../base/kept.ts';
import { subscribe, takesPushes } from './subscribe.ts';

type NotifyMeProps = { outletId: string; order: KnownOrder; pushKey: string };
/** `on` has the server's id of this phone, and why it could not be switched off. */
type State =
  | { kind: 'off' | 'asking' | 'blocked' }
  | { kind: 'on'; id: string; why?: string }
  | { kind: 'failed'; why: string };

const UNREACHED = 'Notifications could not be switched on. Please try again, or keep this page open.';
const NOT_STOPPED = 'Notifications could not be switched off. Please try again.';
/** The server knows nothing of this phone, or of the order. */
const NOT_FOUND = 404;

/** One press, and the server tells this phone of the order, also while its page is closed. */
export function NotifyMe({ outletId, order, pushKey }: NotifyMeProps) {
  const [state, setState] = useState<State | null>(null);
  useEffect(() => {
    if (!takesPushes()) return;
    const { permission } = Notification;
    setState({ kind: permission === 'denied' ? 'blocked' : 'off' });
    // What was asked for before is asked for again: the server may have found this phone gone.
    if (notificationIdOf(outletId, order.id) && permission === 'granted')
      void ask({ outletId, order, pushKey }).then(setState);
  }, [outletId, order, pushKey]);

  async function press(): Promise<void> {
    setState({ kind: 'asking' });
    // First of all: a browser asks its person only as a part of the press.
    const permission = await Notification.requestPermission();
    if (permission === 'granted') setState(await ask({ outletId, order, pushKey }));
    else setState({ kind: permission === 'denied' ? 'blocked' : 'off' });
  }

  if (!state) return null;
  if (state.kind === 'blocked')
    return <p class="soft">This browser’s settings block notifications from this page.</p>;
  if (state.kind === 'on')
    return (
      <div role="status" class="tells">
        <p class="soft">
          You get a notification when it is ready, later than promised or cancelled, even if this page is
          closed.
        </p>
        {state.why !== undefined && <p class="soft">{state.why}</p>}
        <button
          type="button"
          class="button button-secondary wide"
          onClick={() => void stop({ outletId, order }, state.id).then(setState)}
        >
          Stop notifications
        </button>
      </div>
    );
  return (
    <>
      {state.kind === 'failed' && (
        <p class="soft" role="status">
          {state.why}
        </p>
      )}
      <button
        type="button"
        class="button button-secondary wide"
        disabled={state.kind === 'asking'}
        onClick={() => void press()}
      >
        Notify me when it is ready
      </button>
    </>
  );
}

async function ask({ outletId, order, pushKey }: NotifyMeProps): Promise<State> {
  const subscription = await subscribe(pushKey);
  if (!subscription) return { kind: 'failed', why: UNREACHED };
  const called = await askForNotifications(order, subscription);
  if (called.kind !== 'done')
    return { kind: 'failed', why: called.kind === 'refused' ? called.message : UNREACHED };
  const { id } = called.reply;
  note(outletId, order.id, id);
  return { kind: 'on', id };
}

async function stop({ outletId, order }: Omit<NotifyMeProps, 'pushKey'>, id: string): Promise<State> {
  const called = await stopNotifications(order, id);
  const isOff = called.kind === 'done' || (called.kind === 'refused' && called.status === NOT_FOUND);
  if (!isOff) return { kind: 'on', id, why: NOT_STOPPED };
  note(outletId, order.id, null);
  return { kind: 'off' };
}

/** Not as it was when the page opened: meanwhile it was switched on or off here or in another tab. */
const notificationIdOf = (outletId: string, orderId: string) =>
  readKept(outletId).orders.find(({ id }) => id === orderId)?.notificationId ?? null;

/** A page that is opened again knows that its phone is told. */
function note(outletId: string, orderId: string, notificationId: string | null): void {
  keep(outletId, ({ orders }) => ({
    orders: orders.map((one) => (one.id === orderId ? { ...one, notificationId } : one)),
  }));
}
