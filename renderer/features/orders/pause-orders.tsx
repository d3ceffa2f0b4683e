import { Pause } from 'lucide-react';
import { useState } from 'react';
import type { Outlet } from '#shared/api/outlets.ts';
import { pauseReasons, wordsForGuests } from '#shared/base/pauses.ts';
import { ticker } from '../../orders/ticker.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { useToast } from '../../ui/toasts.tsx';
import styles from './pause-orders.module.css';
import { useOrdering } from './use-ordering.ts';

type PauseOrdersProps = {
  outlet: Outlet;
  /** Says of which outlet, where several are shown. */
  named?: boolean;
};

/** The button that stops new orders for a while, or takes them again. Nothing where the server cannot pause. */
export function PauseOrders({ outlet, named = false }: PauseOrdersProps) {
  const [choosing, setChoosing] = useState(false);
  const { busy, resume } = useOrdering(outlet.id);
  const state = outlet.ordering?.state;
  if (state === undefined || state === 'closed') return null;
  const ofOutlet = named ? ` ${outlet.name}` : '';

  if (state === 'paused')
    return (
      <Button tone="primary" busy={busy} aria-label={`Resume${ofOutlet}`} onClick={() => void resume()}>
        Resume
      </Button>
    );
  return (
    <>
      <Button className={styles.pause} aria-label={`Pause${ofOutlet}`} onClick={() => setChoosing(true)}>
        <Pause aria-hidden="true" />
        <span>Pause</span>
      </Button>
      {choosing && (
        <PauseDialog
          outletId={outlet.id}
          title={named ? `Pause new orders of ${outlet.name}` : 'Pause new orders'}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}

const OWN = 'Other';
const reasons = [...pauseReasons.map(({ reason }) => reason), OWN].map((value) => ({ value, label: value }));
const MOST_CHARACTERS = 120;
const lengths = [
  { minutes: 10, label: '10 minutes' },
  { minutes: 20, label: '20 minutes' },
  { minutes: 30, label: '30 minutes' },
  { minutes: null, label: 'Until I resume' },
] as const;

/** Each length is a button, so that a pause takes two presses. */
function PauseDialog({ outletId, title, onClose }: { outletId: string; title: string; onClose: () => void }) {
  const [chosen, setChosen] = useState<string>(pauseReasons[0].reason);
  const [own, setOwn] = useState('');
  const { busy, pause } = useOrdering(outletId);
  const toast = useToast();
  const reason = chosen === OWN ? own.trim() : chosen;

  async function stopOrders(minutes: number | null) {
    if (reason === '') return toast('error', 'Please write why; guests read it.');
    const until = minutes === null ? null : new Date(ticker.now() + minutes * 60_000).toISOString();
    if (await pause(until, reason)) onClose();
  }

  return (
    <Dialog
      title={title}
      holdsTyping={own !== ''}
      onClose={onClose}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <Choice label="Why" value={chosen} options={reasons} onChange={setChosen} />
      {chosen === OWN && (
        <Field
          label="In your words"
          value={own}
          maxLength={MOST_CHARACTERS}
          onChange={({ target }) => setOwn(target.value)}
        />
      )}
      {reason !== '' && <p className="row-note">Guests read: “{wordsForGuests(reason)}”</p>}
      <div className={styles.lengths} role="group" aria-label="For how long">
        {lengths.map(({ minutes, label }) => (
          <Button
            key={label}
            tone="primary"
            size="large"
            busy={busy}
            onClick={() => void stopOrders(minutes)}
          >
            {label}
          </Button>
        ))}
      </div>
      <p className="row-note">Orders that you have already are not changed.</p>
    </Dialog>
  );
}
