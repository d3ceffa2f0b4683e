import { BellOff, TriangleAlert, Unplug, VolumeX, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { DeafReason } from '#shared/hearing.ts';
import { defaultPreferences } from '#shared/preferences.ts';
import { useOutletQuery } from '../api/api-slice.ts';
import { useAskAgain } from '../api/use-ask-again.ts';
import { useAppDispatch, useAppSelector, useServices } from '../app/hooks.ts';
import { Button } from '../ui/button.tsx';
import { formatTime } from '../ui/times.ts';
import { outletRead, selectLive } from './orders-slice.ts';
import { useWatchedOutlet } from './watched-outlet.tsx';
import './unattended.css';

type Words = { Icon: LucideIcon; text: (since: string) => string; button: string };

const words: Record<DeafReason, Words> = {
  'not-connected': {
    Icon: Unplug,
    text: (since) => `Not connected: new orders do not arrive here, since ${since}.`,
    button: 'Stop the alarm',
  },
  'signed-out': {
    Icon: Unplug,
    text: () => 'Signed out: orders are not heard here.',
    button: 'Stop the alarm',
  },
  'screen-stopped': { Icon: TriangleAlert, text: () => 'The screen had stopped.', button: 'Stop the alarm' },
  muted: { Icon: BellOff, text: () => 'MUTED: new orders make no sound here.', button: 'Sound on' },
  'needs-press': { Icon: VolumeX, text: () => 'Press once to hear orders.', button: 'Hear orders' },
  'no-loudspeaker': {
    Icon: VolumeX,
    text: () => 'This computer has no loudspeaker: new orders make no sound here.',
    button: 'Test the ring',
  },
  'audio-failed': {
    Icon: VolumeX,
    text: () => 'The sound of this computer does not work: new orders make no sound here.',
    button: 'Test the ring',
  },
};

/** On every signed-in screen: that new orders are not heard here, and why, unless the outlet is known to be closed. */
export function OutletWatchBand() {
  useKnowOutlet();
  const { platform } = useServices();
  const { deaf, trading } = useAppSelector(selectLive);
  /** The fault whose alarm a person has stopped; each of them begins at another time. */
  const [stopped, setStopped] = useState('');
  if (deaf === null || trading === false) return null;
  const { Icon, text, button } = words[deaf.why];
  const isAlarm = deaf.why === 'not-connected';
  function press() {
    if (isAlarm) {
      platform.dismissFault();
      setStopped(deaf?.since ?? '');
    } else if (deaf?.why === 'muted')
      platform.changePreferences({ volumePercent: defaultPreferences.volumePercent });
    else platform.testRing();
  }
  return (
    <section className="unattended" role="alert">
      <Icon aria-hidden="true" />
      <p>{text(formatTime(deaf.since))}</p>
      {!(isAlarm && stopped === deaf.since) && <Button onClick={press}>{button}</Button>}
    </section>
  );
}

/** Keeps what is known of the outlet that is watched, here and for the next start of this computer. */
function useKnowOutlet(): void {
  const { platform } = useServices();
  const dispatch = useAppDispatch();
  const { outletId, sessionChanges } = useAppSelector(selectLive);
  const query = useOutletQuery(outletId ?? '', { skip: outletId === null });
  useAskAgain(sessionChanges, query);
  const outlet = outletId === null ? undefined : query.data;
  const outletName = outlet?.name;
  const trading = outlet && outlet.availability === 'open';
  const gone = outletId !== null && isNotFound(query.error);
  const { forget } = useWatchedOutlet();
  useEffect(
    function forgetWhatIsNotThere() {
      if (gone) forget();
    },
    [gone, forget],
  );
  useEffect(
    function rememberTheOutlet() {
      if (outletId === null) return;
      if (outletName === undefined || trading === undefined) return;
      dispatch(outletRead({ outletName, trading }));
      platform.rememberOutlet({ outletId, outletName, trading });
    },
    [platform, dispatch, outletId, outletName, trading],
  );
}

function isNotFound(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 404;
}
