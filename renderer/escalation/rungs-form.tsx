import { useState, type FormEvent } from 'react';
import type { Escalation, EscalationBody, Rungs } from '#shared/api/escalation.ts';
import { LATEST_RUNG_S, rungNames, SOONEST_RUNG_S, type RungName } from '#shared/base/rungs.ts';
import { failureMessage } from '../api/api-slice.ts';
import type { Failure } from '../api/failure.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { RowActions, RowsForm } from '../ui/row.tsx';
import { Switch } from '../ui/switch.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useLazyEscalationQuery, useSaveEscalationMutation } from './escalation-api.ts';
import styles from './nobody-answers.module.css';
import { changedSince, editOf, type RungsEdit } from './rungs-edit.ts';
import { WebhookKey } from './webhook-key.tsx';

const titles: Record<RungName, { label: string; hint: string }> = {
  screens: { label: 'Every screen rings', hint: 'Each signed-in screen, on whichever page it is.' },
  phones: { label: 'Phones', hint: 'A notification on each phone below.' },
  messages: { label: 'E-mail and webhook', hint: 'To the addresses below.' },
  again: { label: 'Once more', hint: 'Phones, e-mail and webhook again, and what failed before.' },
};

type RungsFormProps = { outletId: string; escalation: Escalation };

/** When each rung is taken, and the addresses it goes to. */
export function RungsForm({ outletId, escalation }: RungsFormProps) {
  const [opened, setOpened] = useState(escalation);
  const [edit, setEdit] = useState(() => editOf(escalation));
  const { send, saving, wrong } = useSaving(outletId);

  async function submit() {
    const saved = await send((now) => changedSince(edit, opened, now));
    if (!saved) return;
    setOpened(saved);
    setEdit(editOf(saved));
  }

  return (
    <RowsForm
      aria-label="When nobody answers"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      {rungNames.map((name) => (
        <RungRow
          key={name}
          name={name}
          rung={edit.rungs[name]}
          error={wrong(`rungs.${name}`)}
          onChange={(rung) => setEdit({ ...edit, rungs: { ...edit.rungs, [name]: rung } })}
        />
      ))}
      <Addresses {...edit} wrong={wrong} onChange={(typed) => setEdit({ ...edit, ...typed })} />
      {escalation.webhookKey !== null && (
        <WebhookKey
          webhookKey={escalation.webhookKey}
          onRenew={() =>
            void send(({ rungs, emails, webhookUrl }) => ({ rungs, emails, webhookUrl, newWebhookKey: true }))
          }
        />
      )}
      <RowActions>
        <Button type="submit" busy={saving}>
          Save
        </Button>
      </RowActions>
    </RowsForm>
  );
}

/** Saves what is stored by now with a change: the screen may show it as it was before a colleague's. */
function useSaving(outletId: string) {
  const [readAgain, reading] = useLazyEscalationQuery();
  const [save, { error, isLoading }] = useSaveEscalationMutation();
  const toast = useToast();
  const fields = Object.entries((error as Failure | undefined)?.fields ?? {});

  async function send(bodyFor: (now: Escalation) => EscalationBody): Promise<Escalation | null> {
    // Where it cannot be read, what was read before is still there.
    const { data: now, error: unread } = await readAgain(outletId);
    const { data, error: failed } =
      now && !unread ? await save({ outletId, body: bodyFor(now) }) : { data: null, error: unread };
    if (data) toast('success', 'Saved.');
    else if (Object.keys((failed as Failure | undefined)?.fields ?? {}).length === 0)
      toast('error', failureMessage(failed) ?? '');
    return data ?? null;
  }

  return {
    send,
    saving: isLoading || reading.isFetching,
    /** What is wrong with a field; undefined if nothing is. */
    wrong: (start: string) => fields.find(([path]) => path.startsWith(start))?.[1],
  };
}

type RungRowProps = {
  name: RungName;
  rung: Rungs[RungName];
  error: string | undefined;
  onChange: (rung: Rungs[RungName]) => void;
};

function RungRow({ name, rung, error, onChange }: RungRowProps) {
  return (
    <div className={styles.rung}>
      <Switch {...titles[name]} checked={rung.on} onChange={(on) => onChange({ ...rung, on })} />
      <Field
        label="Seconds"
        aria-label={`Seconds: ${titles[name].label}`}
        type="number"
        inputMode="numeric"
        min={SOONEST_RUNG_S}
        max={LATEST_RUNG_S}
        disabled={!rung.on}
        error={error}
        value={rung.afterSeconds || ''}
        onChange={({ target }) => onChange({ ...rung, afterSeconds: Number(target.value) })}
      />
    </div>
  );
}

type AddressesProps = Omit<RungsEdit, 'rungs'> & {
  /** What is wrong with a field; undefined if nothing is. */
  wrong: (field: string) => string | undefined;
  onChange: (typed: Partial<RungsEdit>) => void;
};

function Addresses({ emails, webhookUrl, wrong, onChange }: AddressesProps) {
  return (
    <>
      <Field
        label="E-mail addresses"
        hint="At most five, separated by commas."
        inputMode="email"
        value={emails}
        error={wrong('emails')}
        onChange={({ target }) => onChange({ emails: target.value })}
      />
      <Field
        label="Webhook for text messages or calls"
        hint="The address of a gateway; it begins with https://. Empty: none."
        inputMode="url"
        value={webhookUrl}
        error={wrong('webhookUrl')}
        onChange={({ target }) => onChange({ webhookUrl: target.value })}
      />
    </>
  );
}
