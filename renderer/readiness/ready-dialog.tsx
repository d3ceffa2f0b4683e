import { CircleCheck, CircleDashed, Info, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Outlet } from '#shared/api/outlets.ts';
import { readinessTitles, type ReadinessCheck, type ReadinessState } from '#shared/base/readiness.ts';
import type { NotifyOutcome } from '#shared/host/alerts.ts';
import { failureMessage, useStartTradingMutation } from '../api/api-slice.ts';
import { useServices } from '../state/hooks.ts';
import { Button } from '../ui/button.tsx';
import { Check } from '../ui/check.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useToast } from '../ui/toasts.tsx';
import type { Checked } from './checks.ts';
import styles from './ready-dialog.module.css';
import { useReadiness } from './use-readiness.ts';
import { takesTestOrders, useTestOrder } from './use-test-order.ts';

type ReadyDialogProps = { outlet: Outlet; notify: Promise<NotifyOutcome>; onClose: () => void };

/** What trading needs, checked before it starts; it starts by itself once all is well, or at once with a press. */
export function ReadyDialog({ outlet, notify, onClose }: ReadyDialogProps) {
  const { rows, findings, ready, heardTheBell } = useReadiness(outlet, notify);
  const [start, { isLoading }] = useStartTradingMutation();
  const toast = useToast();
  const begun = useRef(false);
  const [tests, setTests] = useState(false);
  const { placeTest } = useTestOrder(outlet.id);

  async function startTrading(): Promise<void> {
    if (begun.current) return;
    begun.current = true;
    // Only a server that takes test orders keeps what was found.
    const readiness = takesTestOrders(outlet) ? { findings, overridden: !ready } : undefined;
    const failed = failureMessage((await start({ outletId: outlet.id, readiness })).error);
    if (failed !== null) toast('error', failed);
    else if (tests) void placeTest();
    onClose();
  }
  useEffect(function startOnceAllIsWell() {
    if (ready) void startTrading();
  });

  return (
    <Dialog
      title="Ready to trade?"
      onClose={onClose}
      cancels
      actions={
        <Button busy={isLoading} onClick={() => void startTrading()}>
          Start anyway
        </Button>
      }
    >
      <ul className={styles.rows}>
        {rows.map(({ check, result }) => (
          <ReadyRow key={check} check={check} result={result} onHeard={heardTheBell} />
        ))}
      </ul>
      {takesTestOrders(outlet) && (
        <Check>
          <input type="checkbox" checked={tests} onChange={({ target }) => setTests(target.checked)} />
          Place a test order once it trades
        </Check>
      )}
    </Dialog>
  );
}

type ReadyRowProps = { check: ReadinessCheck; result: Checked | undefined; onHeard: () => void };

function ReadyRow({ check, result, onHeard }: ReadyRowProps) {
  return (
    <li className={styles.row} data-check={check} data-state={result?.state ?? 'checking'}>
      <Sign state={result?.state} />
      <div role="status">
        <b>{readinessTitles[check]}</b>
        {check !== 'sound' && <p className="row-note">{result?.detail ?? 'One moment'}</p>}
        {check === 'sound' && result && <p className="row-note">{result.detail}</p>}
        {check === 'sound' && result?.state !== 'ok' && <HearTheBell onHeard={onHeard} />}
      </div>
    </li>
  );
}

/** Only a person knows whether the bell is heard. */
function HearTheBell({ onHeard }: { onHeard: () => void }) {
  const { platform } = useServices();
  const [played, setPlayed] = useState(false);
  return (
    <>
      <p className="row-note">Can you hear the bell where orders are waited for?</p>
      <div className={styles.bell}>
        <Button
          onClick={() => {
            platform.testRing();
            setPlayed(true);
          }}
        >
          {played ? 'Play it again' : 'Play the bell'}
        </Button>
        {played && (
          <Button tone="primary" onClick={onHeard}>
            I heard it
          </Button>
        )}
      </div>
    </>
  );
}

const signs = {
  ok: { Icon: CircleCheck, label: 'Well' },
  note: { Icon: Info, label: 'Note' },
  fault: { Icon: TriangleAlert, label: 'Fault' },
};

function Sign({ state }: { state: ReadinessState | undefined }) {
  const { Icon, label } = state ? signs[state] : { Icon: CircleDashed, label: 'Checking' };
  return <Icon aria-label={label} className={styles.sign} />;
}
