import { useState } from 'react';
import type { Escalation } from '#shared/api/escalation.ts';
import { failureMessage } from '../api/api-slice.ts';
import { nameOfScreen } from '../api/name-of-screen.ts';
import { useServices } from '../state/hooks.ts';
import { Button } from '../ui/button.tsx';
import { FieldError, FieldHint } from '../ui/field-notes.tsx';
import { RowActions } from '../ui/row.tsx';
import { formatWhen } from '../ui/times.ts';
import { useAddPhoneMutation, useRemovePhoneMutation } from './escalation-api.ts';
import spreadStyles from '../ui/spread.module.css';
import styles from './nobody-answers.module.css';
import { subscribeHere, type Subscribed } from './subscribe-here.ts';

const words: Record<Exclude<Subscribed['kind'], 'subscribed'>, string> = {
  unsupported:
    'This screen takes no push messages. Open this page in a phone’s browser; on an iPhone, add it to the home screen first.',
  refused:
    'This browser may show no notifications. Allow them in its settings for this site, and press again.',
  failed: 'This browser’s push service cannot be reached. Look at the network, and press again.',
};

/** The phones and browsers that are told, and adding the one at hand. */
export function Phones({
  outletId,
  phones,
  pushKey,
}: Pick<Escalation, 'phones' | 'pushKey'> & { outletId: string }) {
  const { platform } = useServices();
  const [add] = useAddPhoneMutation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function addThis() {
    setBusy(true);
    const subscribed = await subscribeHere(pushKey);
    if (subscribed.kind === 'subscribed') {
      const { endpoint, keys } = subscribed;
      const { error } = await add({ outletId, body: { name: nameOfScreen(platform), endpoint, keys } });
      setProblem(failureMessage(error));
    } else setProblem(words[subscribed.kind]);
    setBusy(false);
  }

  return (
    <div className={styles.part}>
      <h3>Phones</h3>
      {phones.length > 0 && (
        <ul className={styles.list} aria-label="Phones">
          {phones.map((phone) => (
            <PhoneRow key={phone.id} {...phone} outletId={outletId} onRemoved={setProblem} />
          ))}
        </ul>
      )}
      <FieldHint>A phone shows a notification even while this page is closed there.</FieldHint>
      <RowActions>
        <Button id="phones" busy={busy} onClick={() => void addThis()}>
          Add this phone
        </Button>
      </RowActions>
      {problem !== null && <FieldError role="alert">{problem}</FieldError>}
    </div>
  );
}

type PhoneRowProps = Escalation['phones'][number] & {
  outletId: string;
  /** Called once the phone is removed, or with why it is not. */
  onRemoved: (problem: string | null) => void;
};

function PhoneRow({ id, name, addedAt, goneAt, outletId, onRemoved }: PhoneRowProps) {
  const [remove, { isLoading }] = useRemovePhoneMutation();

  async function removeIt() {
    onRemoved(failureMessage((await remove({ outletId, phoneId: id })).error));
  }

  return (
    <li className={`${spreadStyles.spread} ${spreadStyles.close}`}>
      <span>
        {name}{' '}
        <span className="row-note">
          {goneAt === undefined
            ? `since ${formatWhen(addedAt)}`
            : 'no longer reached: remove it, and add it again there'}
        </span>
      </span>
      <Button tone="quiet" busy={isLoading} aria-label={`Remove ${name}`} onClick={() => void removeIt()}>
        Remove
      </Button>
    </li>
  );
}
