import { BellOff, TriangleAlert, Unplug, VolumeX, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { shallowEqual } from 'react-redux';
import type { DeafReason } from '#shared/base/hearing.ts';
import { useAppSelector, useServices } from '../state/hooks.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { formatTime } from '../ui/times.ts';
import { selectLive } from '../state/orders-slice.ts';
import type { RootState } from '../state/store.ts';
import styles from './unattended.module.css';

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

/** Nothing of it changes with an order. */
function selectWatch(state: RootState) {
  const { deaf, trading, outlets, outletName } = selectLive(state);
  return { deaf, trading, outletName, several: outlets.length > 1 };
}

/**
 * Shown on every signed-in screen if new orders are not heard here, with the reason; not if the outlet is known to be
 * closed. A person mutes and unmutes during work: that band comes and goes at the bottom, where it moves nothing from
 * under a hand. Faults stand on top.
 */
export function OutletWatchBand({ place }: { place: 'top' | 'bottom' }) {
  const { platform } = useServices();
  const { deaf, trading, outletName, several } = useAppSelector(selectWatch, shallowEqual);
  /** The fault whose alarm a person has stopped; faults differ by their start. */
  const [stopped, setStopped] = useState('');
  if (deaf === null || trading === false) return null;
  if ((deaf.why === 'muted') !== (place === 'bottom')) return null;
  const { Icon, text, button } = words[deaf.why];
  const isAlarm = deaf.why === 'not-connected';
  function press() {
    if (isAlarm) {
      platform.dismissFault();
      setStopped(deaf?.since ?? '');
    } else if (deaf?.why === 'muted') platform.unmute();
    else platform.testRing();
  }
  return (
    <Band className={styles.unattended} role="alert">
      <Icon aria-hidden="true" />
      <p>
        {text(formatTime(deaf.since))}
        {several && ` This concerns ${outletName}.`}
      </p>
      {!(isAlarm && stopped === deaf.since) && (
        <Button className={styles.button} onClick={press}>
          {button}
        </Button>
      )}
    </Band>
  );
}
