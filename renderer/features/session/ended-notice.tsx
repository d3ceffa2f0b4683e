import { Unplug } from 'lucide-react';
import { useState } from 'react';
import { useServices } from '../../state/hooks.ts';
import type { EndedSession } from '../../state/session-slice.ts';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../../ui/problem.tsx';
import { formatTime } from '../../ui/times.ts';
import styles from './ended-notice.module.css';

/** Shown above the form if the server ended the session: when, and what is not heard here since. */
export function EndedNotice({ ended }: { ended: EndedSession }) {
  const { platform } = useServices();
  const [silenced, silence] = useState(false);
  const when = formatTime(ended.since);
  if (ended.outletId === null)
    return <Problem role="alert">Your sign-in ended at {when}. Sign in again to go on.</Problem>;
  const outlet = ended.outletName === '' ? 'your outlet' : ended.outletName;
  function stopTheAlarm() {
    platform.dismissFault();
    silence(true);
  }
  return (
    <section className={styles.notice} role="alert">
      <Unplug aria-hidden="true" />
      <p>
        You were signed out at {when}. Orders of {outlet} are not heard here. Sign in to hear them.
      </p>
      {!silenced && (
        <Button className={styles.stop} onClick={stopTheAlarm}>
          Stop the alarm
        </Button>
      )}
    </section>
  );
}
