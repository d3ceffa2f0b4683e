import { Unplug } from 'lucide-react';
import { useState } from 'react';
import { useServices } from '../../state/hooks.ts';
import type { EndedWatch } from '../../state/session-slice.ts';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../../ui/times.ts';
import styles from './ended-notice.module.css';

/** Shown above the form if the server ended the session of a screen that should hear orders. */
export function EndedNotice({ ended }: { ended: EndedWatch }) {
  const { platform } = useServices();
  const [silenced, silence] = useState(false);
  const outlet = ended.outletName === '' ? 'your outlet' : ended.outletName;
  function stopTheAlarm() {
    platform.dismissFault();
    silence(true);
  }
  return (
    <section className={styles.notice} role="alert">
      <Unplug aria-hidden="true" />
      <p>
        You were signed out at {formatTime(ended.since)}. Orders of {outlet} are not heard here. Sign in to
        hear them.
      </p>
      {!silenced && (
        <Button className={styles.stop} onClick={stopTheAlarm}>
          Stop the alarm
        </Button>
      )}
    </section>
  );
}
