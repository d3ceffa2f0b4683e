import { Unplug } from 'lucide-react';
import { useState } from 'react';
import { useServices } from '../../state/hooks.ts';
import type { EndedWatch } from '../../state/session-slice.ts';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../../ui/times.ts';
import './ended-notice.css';

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
    <section className="entry-ended" role="alert">
      <Unplug aria-hidden="true" />
      <p>
        You were signed out at {formatTime(ended.since)}. Orders of {outlet} are not heard here. Sign in to
        hear them.
      </p>
      {!silenced && <Button onClick={stopTheAlarm}>Stop the alarm</Button>}
    </section>
  );
}
